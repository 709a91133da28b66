/** A disk of a few megabytes, that a test can fill and make read-only. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Takes all its room but so many bytes. */
  fill(left: number): Promise<void>
  /** Gives that room back. */
  free(): Promise<void>
  readOnly(on: boolean): void
}

/** Mounts a disk for `use`, or skips the test, saying why: only root may mount, on Linux, and not in every container. */
export async function withSmallDisk(
  megabytes: number,
  skip: (why: string) => void,
  use: (disk: SmallDisk) => Promise<void>,
): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'mintdesk-disk-'))
  const refusal = run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)
  if (refusal !== undefined) {
    await rmdir(path)
    console.log(`Skipped, since no small disk can be mounted here: ${refusal}`)
    return skip(`no small disk can be mounted here: ${refusal}`)
  }
  const ballast = join(path, 'ballast')
  const free = () => rm(ballast, { force: true })
  try {
    await use({
      path,
      free,
      async fill(left) {
        const file = await open(ballast, 'w')
        try {
          const { bavail, bsize } = await statfs(path)
          await file.write(Buffer.alloc(Math.max(0, bavail * bsize - left)))
        } finally {
          await file.close()
        }
      },
      readOnly(on) {
        const refused = run('mount', '-o', `remount,${on ? 'ro' : 'rw'}`, path)
        if (refused !== undefined) throw new Error(refused)
      },
    })
  } finally {
    // Lazily: a database that a failed test left open must not keep it.
    run('umount', '-l', path)
    await rmdir(path)
  }
}

/** What the command says against it; undefined when it is done. */
function run(command: string, ...args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}
