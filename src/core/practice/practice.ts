import { join } from 'node:path'
import type { Logger } from 'pino'
import type { EvmChain } from '../../shared/chains.ts'
import type { KnownNetworks } from '../chains/networks.ts'
import { endLeftBehind } from './boot.ts'
import { openPracticeNetwork } from './network.ts'
import type { PracticeEvent, PracticeNetwork, PracticeStatus } from './types.ts'

export type Practice = {
  /** The practice network of an EVM chain; it starts at its first use. */
  network(chain: EvmChain): PracticeNetwork
  /** How every practice network is, in the interface's order; starts none. */
  list(): PracticeStatus[]
  /** Ends what a killed core left behind of networks that are not in use, so that none runs on for nobody. */
  endLeftBehind(): Promise<void>
  /** Saves and ends all of them. */
  close(): Promise<void>
}

export type PracticeOptions = {
  /** The folder that holds a folder per chain; beside the database, not in it. */
  dir: string
  networks: Pick<KnownNetworks, 'ofEvm' | 'evmChains'>
  log: Logger
  /** The anvil program; the installed package's when absent. */
  anvilPath?: string | undefined
  onChange?: ((event: PracticeEvent) => void) | undefined
  /** Milliseconds between two blocks, 1000 when absent; `manual`: the networks make none by themselves. */
  blocks?: number | 'manual' | undefined
}

/**
 * Opens the practice networks of a data folder, one for each of the 16 EVM chain names, each with that chain's real chain id.
 * None runs before its first use; none outlives this process, unless it is killed, and then the next one ends it.
 */
export function openPractice({ dir, networks: known, ...shared }: PracticeOptions): Practice {
  const { log } = shared
  const networks = new Map(
    known.evmChains().map((chain) => {
      const { chainId } = known.ofEvm(chain)
      return [chain, openPracticeNetwork({ ...shared, chain, chainId, stateDir: join(dir, chain) })] as const
    }),
  )
  const killAll = () => {
    for (const network of networks.values()) network.kill()
  }
  process.on('exit', killAll)

  return {
    network(chain) {
      const network = networks.get(chain)
      if (network === undefined) throw new RangeError(`no practice network for ${chain}`)
      return network
    },
    list: () => Array.from(networks.values(), (network) => network.status()),
    async endLeftBehind() {
      for (const [chain, network] of networks) {
        if (network.status().state !== 'idle') continue
        await endLeftBehind(join(dir, chain), log).catch((error: unknown) =>
          log.warn({ chain, err: error }, 'an anvil was left behind'),
        )
      }
    },
    async close() {
      const ends = await Promise.allSettled(Array.from(networks.values(), (network) => network.close()))
      process.off('exit', killAll)
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}
