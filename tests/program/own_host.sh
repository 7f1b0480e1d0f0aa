#!/bin/sh
# Runs a rank as on a host of its own: under its own name, and where no other rank's guardian can be called. Needs to be root.
exec unshare --uts --net sh -c 'hostname "node-$PMI_RANK" && exec "$@"' - "$@"
