import { coreLeafHashes } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import { leafHashes } from '../../../src/core/chains/solana/instructions/instructions.ts'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { appState } from '../../../src/shared/app-api.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import type { HeldOnChain, LeafOnChain } from '../solana-on-chain.ts'
import type { CoreAtHand } from './core-at-hand.ts'

/** Collections that NFTs are minted into, by their ids. */
export const collections = ['default-solana', 'core'] as const

/** An NFT of a user of the project. */
interface OwnNft {
  collection: (typeof collections)[number]
  id: string
  user: string
  compressed: boolean
  /** Metadata that it is to have, and where it is to go (null: it is burnt), once that was asked for. */
  target?: { uri: string; to: string | null }
  /** What the API has taken. */
  taken: { mint: boolean; update: boolean; end: boolean }
}

/** What is said of changes in the end. */
export interface ChangesSeen {
  /** That the API has taken: updates, transfers, burns. */
  changes: number
  burnt: number
  doubles: number
  lost: number
}

/** NFTs of users that are updated and then moved or burnt, each once, by a client whose cores may die at any moment. */
export interface NftChanges {
  /** Asks for NFTs to change, until there are so many; their minting may be under way. */
  stock(atLeast: number): Promise<void>
  /** Asks for changes of some that are minted, one of each kind while there are any, and anew for what had no answer. */
  ask(count: number): Promise<void>
  /** Asks anew for what had no answer. */
  askAgain(): Promise<void>
  /** The ids of those of which an end is asked for. */
  ids(): string[]
  /** @param held all that stands on the chain */
  seen(held: readonly (HeldOnChain | LeafOnChain)[]): ChangesSeen
}

const kinds = collections.flatMap((collection) => [true, false].map((compressed) => ({ collection, compressed })))
const nftsOf = (collection: string) => `/api/2022-06-09/collections/${collection}/nfts`
/** What somebody who had no answer to the burning of an NFT hears when it was taken after all. */
const burntBefore = new Set(['nft.burnt', 'nft.beingBurnt'])
/** The network is on its way up: to be asked again. */
const notNow = 503

/** @param core that works on the data folder now */
export function nftChanges(core: CoreAtHand): NftChanges {
  const all: OwnNft[] = []
  const isMinted = ({ collection, id }: OwnNft) =>
    core.query(
      `select 1 from mints m join collections c on c.pk = m.collection_pk where c.id = '${collection}' and m.id = '${id}' and ${nowText.state('m')} = 'succeeded'`,
    ).length > 0
  const fresh = () => all.filter(({ target }) => !target)

  const request = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    core.ask(async ({ call }) => {
      const { status, text, json } = await call(method, path, body, headers)
      const code = (json as { code?: string } | null)?.code ?? ''
      if (status === notNow) return false
      if (status >= 300 && !(method === 'DELETE' && burntBefore.has(code)))
        throw new Error(`the API refused ${method} ${path}: ${text}`)
      return true
    })

  async function takeMint({ collection, id, user, compressed, taken }: OwnNft): Promise<void> {
    const metadata = { name: id, image: 'ipfs://bafkqaaa' }
    const nft = { recipient: `userId:${user}:solana`, metadata, compressed, reuploadLinkedFiles: false }
    taken.mint = (await request('PUT', `${nftsOf(collection)}/${id}`, nft)) ?? false
  }

  async function takeChanges({ collection, id, user, target, taken }: OwnNft): Promise<void> {
    const path = `${nftsOf(collection)}/${id}`
    if (!target) return
    if (!taken.update) taken.update = (await request('PATCH', path, { metadata: target.uri })) ?? false
    if (!taken.update || taken.end) return
    if (target.to === null) {
      taken.end = (await request('DELETE', path)) ?? false
      return
    }
    const [token] = core.query<{ address: string }>(
      `select m.token_address as address from mints m join collections c on c.pk = m.collection_pk where c.id = '${collection}' and m.id = '${id}'`,
    )
    const move = {
      ...{ chain: 'solana', from: `userId:${user}:solana`, to: `solana:${target.to}` },
      tokenMintAddress: token?.address,
    }
    const key = { 'idempotency-key': `move ${id}` }
    taken.end = (await request('POST', '/api/v1-alpha1/wallets/transfer', move, key)) ?? false
  }

  /** Without enterprise access nothing leaves users' wallets; the second collection is the client's own. */
  async function prepare(): Promise<void> {
    await core.ask(async ({ call }) => {
      const { projects } = appState.parse((await call('GET', '/app/state')).json)
      for (const { id } of projects) await call('PATCH', `/app/projects/${id}`, { enterprise: true })
    })
    const metadata = { name: 'Core', symbol: 'C', description: 'x', imageUrl: 'ipfs://bafkqaaa' }
    await request('PUT', '/api/2022-06-09/collections/core', { chain: 'solana', contractKind: 'core', metadata })
  }

  const changes: NftChanges = {
    async stock(atLeast) {
      if (fresh().length >= atLeast) return
      await prepare()
      while (fresh().length < atLeast)
        for (const kind of kinds) {
          const id = `own-${all.length}`
          all.push({ ...kind, id, user: id, taken: { mint: false, update: false, end: false } })
        }
      await changes.askAgain()
    },
    async ask(count) {
      await changes.askAgain()
      const ready = fresh().filter((nft) => nft.taken.mint && isMinted(nft))
      for (const nft of ready.slice(0, count)) {
        const ordinal = all.indexOf(nft)
        // Of each kind one is moved, the next one burnt.
        const to = Math.floor(ordinal / kinds.length) % 2 === 0 ? solanaRecipientOf(2_000_000 + ordinal) : null
        nft.target = { uri: `https://example.com/${nft.id}.json`, to }
        await takeChanges(nft)
      }
    },
    async askAgain() {
      for (const nft of all)
        if (!nft.taken.mint) await takeMint(nft)
        else if (!nft.taken.end) await takeChanges(nft)
    },
    ids: () => all.flatMap(({ id, target }) => (target ? [id] : [])),
    seen(held) {
      const onChain = new Map(held.map((one) => [one.address, one]))
      const texts = new Map(
        core
          .query<{ id: string; address: string; metadata: string }>(
            'select id, contract_address as address, metadata from collections where contract_address is not null',
          )
          .map(({ id, address, metadata }) => [
            id,
            { address, ...(JSON.parse(metadata) as { name: string; symbol: string }) },
          ]),
      )
      const seen: ChangesSeen = { changes: 0, burnt: 0, doubles: 0, lost: 0 }
      for (const { collection, id, target, taken } of all) {
        const [token] = core.query<{ address: string }>(`select token_address as address from mints where id = '${id}'`)
        const now = onChain.get(token?.address ?? '')
        if (now && 'moves' in now && now.moves > 1) seen.doubles += now.moves - 1
        if (!target || !taken.end) continue
        seen.changes += 2
        if (target.to === null) {
          seen.burnt++
          if (now) seen.lost++
          continue
        }
        const { address, name, symbol } = texts.get(collection) ?? { address: '', name: '', symbol: '' }
        const hashes = collection === 'core' ? coreLeafHashes : leafHashes
        const text = { name, symbol, uri: target.uri }
        const isUpdated =
          now &&
          ('uri' in now.says ? now.says.uri === target.uri : now.says.dataHash === hashes(address, text).dataHash)
        if (now?.owner !== target.to || !isUpdated) seen.lost++
      }
      return seen
    },
  }
  return changes
}
