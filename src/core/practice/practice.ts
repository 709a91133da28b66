import { rm } from 'node:fs/promises'
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
  /** Ends a network whose chain was removed, and deletes its files. */
  forget(chain: EvmChain): Promise<void>
  /** The status of every practice network, in the interface's order; starts none. */
  list(): PracticeStatus[]
  /** Ends the anvils that a killed core left behind for networks not in use, so that none runs on unused. */
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
 * Opens the practice networks of a data folder, one for each EVM chain, each with that chain's real chain id.
 * None runs before its first use. None outlives this process, unless this process is killed; then the next one ends it.
 */
export function openPractice({ dir, networks: known, ...shared }: PracticeOptions): Practice {
  const { log } = shared
  const networks = new Map<EvmChain, PracticeNetwork>()
  const networkOf = (chain: EvmChain): PracticeNetwork => {
    const { chainId } = known.ofEvm(chain)
    const network =
      networks.get(chain) ?? openPracticeNetwork({ ...shared, chain, chainId, stateDir: join(dir, chain) })
    networks.set(chain, network)
    return network
  }
  const killAll = () => {
    for (const network of networks.values()) network.kill()
  }
  process.on('exit', killAll)

  return {
    network: networkOf,
    async forget(chain) {
      await networks.get(chain)?.close()
      networks.delete(chain)
      await rm(join(dir, chain), { recursive: true, force: true })
    },
    list: () => known.evmChains().map((chain) => networkOf(chain).status()),
    async endLeftBehind() {
      for (const chain of known.evmChains()) {
        if (networkOf(chain).status().state !== 'idle') continue
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
