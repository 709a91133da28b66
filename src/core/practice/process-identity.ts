import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { withoutSecrets } from '../lib/live-environment.ts'

const run = promisify(execFile)

/** Identifies one process for certain: the system reuses ids, but never with the same start time. */
export type ProcessIdentity = { pid: number; startedAt: string }

/**
 * When the process with this id started, as a text that is only ever compared; undefined when there is none, or only a zombie
 * that its parent has not reaped.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return startOnLinux(pid)
  try {
    return process.platform === 'win32' ? await startOnWindows(pid) : await startFromPs(pid)
  } catch {
    return undefined
  }
}

/** Whether exactly this process still runs. */
export async function isAlive(process: ProcessIdentity): Promise<boolean> {
  return (await startOf(process.pid)) === process.startedAt
}

// Synchronous, so that an identity can be written down before anything else happens after a start.
function startOnLinux(pid: number): string | undefined {
  try {
    // proc(5): the name in parentheses may hold anything; after it come the state (field 3) and the start in clock ticks (field 22).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    const ticks = fields[19]
    if (state === undefined || ticks === undefined || state === 'Z' || state === 'X') return undefined
    // Ticks count from the boot, so the boot belongs to the identity.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
  } catch {
    return undefined
  }
}

async function startFromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    env: { ...withoutSecrets(process.env), LC_ALL: 'C' },
  })
  const [, state, start] = /^\s*(\S+)\s+(.+?)\s*$/m.exec(stdout) ?? []
  return state?.startsWith('Z') ? undefined : start
}

async function startOnWindows(pid: number): Promise<string | undefined> {
  const script = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], {
    windowsHide: true,
    env: withoutSecrets(process.env),
  })
  return stdout.trim() || undefined
}
