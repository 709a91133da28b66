/** What a measurement was made on, and what else kept the machine busy meanwhile. */
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** When, and on what: the first line of every table. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model.trim() ?? 'processor'
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${when} UTC, Node ${process.version}, ${cpus().length} × ${processor}, ${memory} GiB, ${process.platform}`
}

/**
 * Begins to watch the processors. The answer is asked for later, again and again.
 * @returns the part of their time since then that the host of a virtual machine gave to others while it was wanted here, in percent (`steal` in
 * /proc/stat); null where nobody tells. Figures are slower by it than they are.
 */
export function watchWithheld(): () => number | null {
  const before = ticks()
  return () => {
    const now = ticks()
    if (before === null || now === null) return null
    const wanted = now.busy - before.busy + now.withheld - before.withheld
    return wanted === 0 ? 0 : (100 * (now.withheld - before.withheld)) / wanted
  }
}

/** How busy the machine is: the load, which above the number of processors makes figures slower than they are, and what was withheld. */
export function busyText(withheld: number | null): string {
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`
  return withheld === null ? load : `${load}, ${withheld.toFixed(0)} % of the processors withheld by the host`
}

function ticks(): { busy: number; withheld: number } | null {
  try {
    // man 5 proc_stat: user, nice, system, idle, iowait, irq, softirq, steal.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)
      .join('')
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return { busy: user + nice + system + irq + softirq, withheld: steal }
  } catch {
    return null
  }
}
