/** Finds processes that outlive the program that started them. Works only on Linux: other systems have no /proc to search. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Kills the processes that carry `mark` in their environment or belong to one of the `sessions`, after `patience` milliseconds in which
 * they may end by themselves.
 * @returns {Promise<string[]>} the killed processes, as `pid command`
 */
export async function endLeftovers(mark, sessions, patience = 5_000) {
  const until = Date.now() + patience
  let found = living(mark, sessions)
  while (found.length > 0 && Date.now() < until) {
    await wait(100)
    found = living(mark, sessions)
  }
  for (const { pid } of found) kill(pid)
  return found.map(({ pid, command }) => `${pid} ${command}`)
}

function living(mark, sessions) {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        // The name in parentheses may contain spaces, so fields are counted from its end.
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const isOurs = sessions.includes(Number(session)) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
        if (!isOurs || state === 'Z') return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 160)
        return [{ pid: Number(pid), command }]
      } catch {
        return [] // ended meanwhile, or another user's process
      }
    })
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has just ended by itself
  }
}
