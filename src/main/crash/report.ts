/** The report of a crash: versions, system and the last lines of the log, without secrets. Pure. */
import { redact } from './redact.ts'

export interface CrashFacts {
  /** What happened, in the crash page's sentence. */
  why: string
  version: string
  /** `process.versions` */
  versions: Readonly<Record<string, string | undefined>>
  /** Such as `linux 6.1.0 x64`. */
  system: string
  /** The last lines of the core's log. */
  lines: readonly string[]
  /** The person's home folder. */
  home: string
  /** Milliseconds since 1970. */
  now: number
}

export function crashReport({ why, version, versions, system, lines, home, now }: CrashFacts): string {
  const { electron = 'none', chrome = 'none', node = 'none' } = versions
  return redact(
    [
      `Mintdesk ${version}, ${new Date(now).toISOString()}`,
      why,
      `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
      system,
      '',
      ...(lines.length === 0 ? ['The log is empty.'] : lines),
    ].join('\n'),
    home,
  )
}
