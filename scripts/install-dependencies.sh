#!/usr/bin/env bash
# Installs what gpuxfer builds and tests with, from Debian's own packages; says nothing where nothing is missing.
# install-dependencies.sh [--tests]
set -euo pipefail

packages=(g++ cmake ninja-build mpich libmpich-dev libcli11-dev libfmt-dev nlohmann-json3-dev)
if [[ ${1:-} == --tests ]]; then
  packages+=(libgtest-dev git python3 python3-jsonschema python3-matplotlib)
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if ((${#missing[@]} == 0)); then exit 0; fi

if [[ $(id -u) != 0 ]]; then
  echo "gpuxfer needs these packages: ${missing[*]}. Install them, or run this as root." >&2
  exit 3
fi
echo "Installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && apt-get install --yes --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "Installing ${missing[*]} failed; the package manager's words are above." >&2
  exit 3
fi
