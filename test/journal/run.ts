/**
 * `npm run test:journal [-- --histories <n>] [--seed <n>] [--from <part>]`: the journal's rules over generated histories, on all cores. A part is a
 * thousand histories of a seed of its own, so what was interrupted goes on with `--from`. Ends with 1 when a history breaks a rule.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { checkHistories } from './model/property.ts'

const historiesInPart = 1_000

if (isMainThread) process.exitCode = await main()
else
  parentPort?.on('message', ({ seed, part }: { seed: number; part: number }) => {
    parentPort?.postMessage({ part, broken: checkHistories(seed + part, historiesInPart)?.report ?? null })
  })

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '721' },
      from: { type: 'string', default: '0' },
    },
  })
  const [seed, from] = [Number(values.seed), Number(values.from)]
  const parts = Math.ceil(Number(values.histories) / historiesInPart)
  const began = Date.now()
  const cores = availableParallelism()
  console.log(`${parts * historiesInPart} histories from seed ${seed}, part ${from} on, over ${cores} cores`)
  let next = from
  let done = 0
  let broken: string | null = null
  const over = new Set<number>()
  /** All parts below it are done: where `--from` goes on. */
  let through = from

  await Promise.all(
    Array.from({ length: cores }, async () => {
      const worker = new Worker(new URL(import.meta.url))
      while (next < parts && broken === null) {
        const part = next++
        const answer = await new Promise<{ part: number; broken: string | null }>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
          worker.postMessage({ seed, part })
        })
        worker.removeAllListeners('error')
        over.add(answer.part)
        while (over.has(through)) through++
        done++
        broken ??= answer.broken
        if (done % 10 === 0 || next >= parts) report()
      }
      await worker.terminate()
    }),
  )
  if (broken !== null) console.error(`\nA rule of the journal is broken.\n${broken}`)
  else console.log(`\n${done * historiesInPart} histories, and every rule held in all of them.`)
  return broken === null ? 0 : 1

  function report(): void {
    const seconds = (Date.now() - began) / 1_000
    const left = (seconds / done) * (parts - from - done)
    console.log(
      `${done * historiesInPart} done in ${Math.round(seconds)} s, about ${Math.round(left)} s to go; to go on from here: --seed ${seed} --from ${through}`,
    )
  }
}
