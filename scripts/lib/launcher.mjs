/** The launcher `mintdesk` of the portable archive, which reports clearly if the archive is for another kind of computer. Pure. */

const SYSTEMS = { linux: 'Linux', darwin: 'Darwin' }
const MACHINES = { x64: 'x86_64 amd64', arm64: 'arm64 aarch64' }

/** The launcher's text. @param {string} platform such as `linux-x64`; for Windows see {@link windowsLauncher} */
export function launcher(platform) {
  const [os, cpu] = platform.split('-')
  return `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
system=$(uname -s)
machine=$(uname -m)
case "$system/ ${MACHINES[cpu]} " in
  "${SYSTEMS[os]}/"*" $machine "*) ;;
  *)
    echo "This Mintdesk is for ${platform}, and this computer is $system on $machine: take the archive for it, or install the npm package. The data folder stays as it is." >&2
    exit 1
    ;;
esac
exec "$here/node" "$here/node_modules/mintdesk/out/main/cli.js" "$@"
`
}

/** Needs no check: Windows itself reports a program for another kind of computer. */
export const windowsLauncher = '@"%~dp0node.exe" "%~dp0node_modules\\mintdesk\\out\\main\\cli.js" %*\r\n'
