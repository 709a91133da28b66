/** Networks that a person adds: any EVM chain, given by its RPC. */
import { chainLabel } from '../../shared/chains.ts'
import { type CustomChain, isCustomChain } from '../../shared/custom-chain.ts'
import { CoreError } from '../lib/errors.ts'
import { type CustomFacts, customFacts, customNetworkOf, type FoundFacts } from './evm/custom-network.ts'
import { readFacts, readName, type SaidFacts } from './evm/read-custom.ts'
import type { EvmNetwork } from './family/network-facts.ts'
import { builtInOf } from './networks.ts'
import { readRpcList } from './rpc/address.ts'

/** A network to be added. */
export interface NewNetwork extends SaidFacts {
  name: string
  /** Best first. */
  rpcs: readonly string[]
}

/** A network that was added. */
export interface CustomNetwork extends CustomFacts {
  chain: CustomChain
}

export interface CustomNetworks {
  /** The facts of a network that its RPC reports. Stores nothing. @throws CoreError `rpc.…`, `network.known` */
  ask(rpc: string): Promise<FoundFacts>
  /** @throws CoreError `rpc.…`, `network.…` */
  add(network: NewNetwork): Promise<CustomNetwork>
  /** @throws CoreError `network.unknown`, `network.inUse` with the projects that use it */
  remove(chain: string): Promise<void>
}

/** The networks that a person added before, by name. @param rows as stored in the database */
export function keptNetworks(rows: readonly KeptNetwork[]): Map<CustomChain, EvmNetwork> {
  const kept = new Map<CustomChain, EvmNetwork>()
  for (const { chain, facts } of rows)
    if (isCustomChain(chain)) kept.set(chain, customNetworkOf(chain, customFacts.parse(JSON.parse(facts))))
  return kept
}

/** A network as stored in the database; `facts` is JSON. */
export interface KeptNetwork {
  chain: string
  facts: string
}

export interface CustomNetworksOptions {
  /** The map that `knownNetworks` reads; changed here. */
  kept: Map<CustomChain, EvmNetwork>
  /** Hashes of block 0 of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
  /** Closes what is open to a removed network, and deletes its practice network. */
  forget(chain: CustomChain): Promise<void>
  answerBytes?: number | undefined
  /** Stores a network with its RPCs. */
  keep(network: KeptNetwork, urls: readonly string[]): Promise<void>
  /**
   * Does something while no signer queue works on a network: one that goes on would write of a network that is gone, and use its chain id on another
   * one that gets its name.
   */
  whileClosed(chain: CustomChain, work: () => Promise<void>): Promise<void>
  /** Deletes a network unless projects use it. @returns the names of these projects */
  drop(chain: CustomChain): Promise<string[]>
}

export function openCustomNetworks(options: CustomNetworksOptions): CustomNetworks {
  const { kept } = options

  async function found(url: string): Promise<FoundFacts> {
    const { askNetwork } = await import('./evm/ask-network.ts')
    const facts = await askNetwork(url, options.practiceGenesis, options.answerBytes)
    refuseKnown(facts.chainId)
    return facts
  }

  /** @throws CoreError `network.known` for the chain id of an existing network */
  function refuseKnown(chainId: number): void {
    const builtIn = builtInOf(chainId)
    if (builtIn !== undefined)
      throw new CoreError(
        'network.known',
        `That is ${chainLabel(builtIn)} (chain id ${chainId}), which Mintdesk has: use the network ${builtIn}, and put this RPC into its list.`,
      )
    const own = [...kept.values()].find((network) => network.chainId === chainId)
    if (own !== undefined)
      throw new CoreError(
        'network.known',
        `The network ${own.name} has the chain id ${chainId} already: use that one, and put this RPC into its list.`,
      )
  }

  return {
    async ask(rpc) {
      const [url = ''] = readRpcList([rpc], [], [])
      return await found(url)
    },
    async add({ name, rpcs, ...said }) {
      const chain = readName(name, [...kept.keys()])
      const urls = readRpcList(rpcs, [], [])
      const [first, ...others] = await Promise.all(urls.map(found))
      if (!first) throw new TypeError('a list of RPCs without one was taken')
      const other = others.find(({ chainId }) => chainId !== first.chainId)
      if (other)
        throw new CoreError(
          'rpc.identity',
          `The RPCs answer for different networks, with the chain ids ${first.chainId} and ${other.chainId}: leave those of the other network out.`,
        )
      const facts = readFacts(first, said)
      // Another call may have added it meanwhile.
      readName(name, [...kept.keys()])
      refuseKnown(first.chainId)
      kept.set(chain, customNetworkOf(chain, facts))
      await options.keep({ chain, facts: JSON.stringify(facts) }, urls).catch((error: unknown) => {
        kept.delete(chain)
        throw error
      })
      return { chain, ...facts }
    },
    async remove(chain) {
      if (!isCustomChain(chain) || !kept.has(chain))
        throw new CoreError(
          'network.unknown',
          `There is no network ${JSON.stringify(chain)} that was added: ${kept.size === 0 ? 'none was' : `those are ${[...kept.keys()].join(', ')}`}.`,
        )
      await options.whileClosed(chain, async () => {
        const users = await options.drop(chain)
        if (users.length > 0)
          throw new CoreError(
            'network.inUse',
            `${chain} stays: ${users.map((name) => JSON.stringify(name)).join(', ')} ${users.length === 1 ? 'has' : 'have'} collections or transfers on it. On a practice network they can be removed with “mintdesk networks reset ${chain}”; what is on a live one needs the network.`,
          )
        kept.delete(chain)
        await options.forget(chain)
      })
    },
  }
}
