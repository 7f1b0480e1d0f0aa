#!/bin/sh
# Runs a rank, keeps its exit status in STATUS_FOLDER/RANK and its output in stdout.RANK beside that folder, and holds its launcher's socket
# open until all ranks have ended: Hydra kills the others as soon as one leaves, and what each would have done by itself is what is tested.
"$@" >"$STATUS_FOLDER/../stdout.$PMI_RANK"
code=$?
echo "$code" >"$STATUS_FOLDER/.$PMI_RANK"
mv "$STATUS_FOLDER/.$PMI_RANK" "$STATUS_FOLDER/$PMI_RANK"
tries=0
while [ "$(ls "$STATUS_FOLDER" | wc -l)" -lt "$PMI_SIZE" ] && [ "$tries" -lt 300 ]; do
  sleep 0.05
  tries=$((tries + 1))
done
exit "$code"
