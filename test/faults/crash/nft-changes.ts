import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { appState } from '../../../src/shared/app-api.ts'
import type { CoreAtHand } from './core-at-hand.ts'

/** What is minted to be changed: into which collection, and how. `compressed`: only where there are trees. */
export interface ChangedKind {
  collection: string
  compressed?: boolean
}

/** A token as it stands on the chain. `moves`: how often its owner became another one, where that is told. */
export interface ChangedOnChain {
  address: string
  owner: string
  moves?: number
}

/** What the changes of a chain's NFTs are made with. @typeParam Held how the chain tells a token */
export interface NftChangesOptions<Held extends ChangedOnChain> {
  chain: 'solana' | 'aptos'
  kinds: readonly ChangedKind[]
  recipientOf(ordinal: number): string
  /** The parameter of a transfer that bears the token's address. */
  tokenParameter: 'tokenMintAddress' | 'tokenAddress'
  /** Makes the client's own collections. */
  prepare?(request: (method: string, path: string, body: unknown) => Promise<unknown>): Promise<void>
  /** Whether a token says what it is to. */
  isUpdated(now: Held, collection: CollectionShown, uri: string): boolean
}

/** A collection as the database has it. */
export interface CollectionShown {
  id: string
  address: string
  name: string
  symbol: string
}

/** An NFT of a user of the project. */
interface OwnNft extends ChangedKind {
  id: string
  user: string
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
export interface NftChanges<Held extends ChangedOnChain> {
  /** Asks for NFTs to change, until there are so many; their minting may be under way. */
  stock(atLeast: number): Promise<void>
  /** Asks for changes of some that are minted, one of each kind while there are any, and anew for what had no answer. */
  ask(count: number): Promise<void>
  /** Asks anew for what had no answer. */
  askAgain(): Promise<void>
  /** The ids of those of which an end is asked for. */
  ids(): string[]
  /** @param held all that stands on the chain */
  seen(held: readonly Held[]): ChangesSeen
}

const nftsOf = (collection: string) => `/api/2022-06-09/collections/${collection}/nfts`
/** What somebody who had no answer to the burning of an NFT hears when it was taken after all. */
const burntBefore = new Set(['nft.burnt', 'nft.beingBurnt'])
/** The network is on its way up: to be asked again. */
const notNow = 503

/** @param core that works on the data folder now */
export function nftChanges<Held extends ChangedOnChain>(
  core: CoreAtHand,
  { chain, kinds, recipientOf, tokenParameter, prepare, isUpdated }: NftChangesOptions<Held>,
): NftChanges<Held> {
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
    const how = compressed === undefined ? {} : { compressed }
    const nft = { recipient: `userId:${user}:${chain}`, metadata, ...how, reuploadLinkedFiles: false }
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
      ...{ chain, from: `userId:${user}:${chain}`, to: `${chain}:${target.to}` },
      [tokenParameter]: token?.address,
    }
    const key = { 'idempotency-key': `move ${id}` }
    taken.end = (await request('POST', '/api/v1-alpha1/wallets/transfer', move, key)) ?? false
  }

  /** Without enterprise access nothing leaves users' wallets. */
  async function prepareAll(): Promise<void> {
    await core.ask(async ({ call }) => {
      const { projects } = appState.parse((await call('GET', '/app/state')).json)
      for (const { id } of projects) await call('PATCH', `/app/projects/${id}`, { enterprise: true })
    })
    await prepare?.(request)
  }

  const changes: NftChanges<Held> = {
    async stock(atLeast) {
      if (fresh().length >= atLeast) return
      await prepareAll()
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
        const to = Math.floor(ordinal / kinds.length) % 2 === 0 ? recipientOf(2_000_000 + ordinal) : null
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
            { id, address, ...(JSON.parse(metadata) as { name: string; symbol: string }) },
          ]),
      )
      const seen: ChangesSeen = { changes: 0, burnt: 0, doubles: 0, lost: 0 }
      for (const { collection, id, target, taken } of all) {
        const [token] = core.query<{ address: string }>(`select token_address as address from mints where id = '${id}'`)
        const now = onChain.get(token?.address ?? '')
        if (now?.moves !== undefined && now.moves > 1) seen.doubles += now.moves - 1
        if (!target || !taken.end) continue
        seen.changes += 2
        if (target.to === null) {
          seen.burnt++
          if (now) seen.lost++
          continue
        }
        const own = texts.get(collection)
        if (now?.owner !== target.to || !own || !isUpdated(now, own, target.uri)) seen.lost++
      }
      return seen
    },
  }
  return changes
}
