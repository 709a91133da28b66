/** What a process has taken of the machine, as Linux tells it. */
import { readFile } from 'node:fs/promises'

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: user and system time are the 14th and 15th, in hundredths. */
export async function cpuSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The second is a name in brackets, which may hold spaces.
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(rest[11]) + Number(rest[12])) / 100
}

/** Most memory since a process began, in MB; null where the system does not tell. */
export async function peakMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status ?? '') ?? []
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
}
