import { readdir, readlink } from 'node:fs/promises'

/**
 * Ends the anvils that killed cores left behind, by the folder they run in: the next start on that folder would do it, but a test
 * removes the folder. Linux only.
 */
export async function endStrays(dataDir: string): Promise<void> {
  for (const pid of await readdir('/proc').catch(() => [])) {
    const folder = /^\d+$/.test(pid) ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : ''
    if (!folder.startsWith(dataDir)) continue
    endProcess(Number(pid))
  }
}

/** Kills a process that may have ended meanwhile. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has.
  }
}
