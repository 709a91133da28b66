import type { ChainName } from '../../shared/chains.ts'
import { CoreError } from '../errors.ts'
import { networkOf } from './networks.ts'

/** Networks that fell back, and are being brought up to the journal. */
export interface CaughtUp {
  /** A network came up, and may lack what the journal holds until `done`, which never fails. */
  follow(network: string, done: Promise<void>): void
  /** Whether a network may still lack something. */
  isBehind(network: string): boolean
  /** @throws CoreError `network.unreachable` when a network still lacks something after a while */
  wait(network: string, chain: ChainName): Promise<void>
}

/** Ours: how long a read waits for a network that is being brought up to the journal, ms. */
const patience = 5_000

export function openCaughtUp(patienceMs: number = patience): CaughtUp {
  const behind = new Map<string, Promise<void>>()
  return {
    follow(network, done) {
      // What came up before lacks it as well.
      const all = Promise.all([behind.get(network), done]).then(() => {
        if (behind.get(network) === all) behind.delete(network)
      })
      behind.set(network, all)
    },
    isBehind: (network) => behind.has(network),
    async wait(network, chain) {
      const done = behind.get(network)
      if (done === undefined) return
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, patienceMs, 'late')
      })
      const first = await Promise.race([done, late])
      clearTimeout(timer)
      if (first === 'late')
        throw new CoreError(
          'network.unreachable',
          `The practice network of ${networkOf(chain).label} was restarted, and what it lost is being sent to it again: try again in a moment.`,
        )
    },
  }
}
