import { randomUUID } from 'node:crypto'
import type { FoundCollection, RecoveryOptions } from '../../../shared/app-api.ts'
import type { MadeCollection, MintedToken } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { firstBlock, noteFirstBlock } from '../../holdings/first-block.ts'
import { collectionByPk } from '../../store/collections/collections.ts'
import {
  enterCollection,
  enterRecovered,
  idRemark,
  placeholderId,
  projectAt,
  type RecoveredMint,
  takenRemark,
  tokensWithoutMint,
} from '../../store/collections/recovery.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { EngineProject } from '../deps.ts'
import { confirmedBlock } from './confirmed.ts'
import { adoptWriter } from './fence.ts'
import { reconcile } from './reconcile.ts'
import { recoverCopies } from './recover-copies.ts'
import {
  byTwo,
  changedTo,
  idOf,
  isMinting,
  jsonAt,
  metadataAt,
  mintsUnderWay,
  type RecoveryDeps,
  shownOf,
} from './recovered-facts.ts'
import { paymentsOf, settingsOf } from './settings-of.ts'
import { standInDigest, standInId } from './stand-in.ts'

/** Ours: tokens that are entered together. */
const tokensAtOnce = 500

/** No count of resumes: a recovery does not halt a collection whose signer queue has yet to carry out what a person decided. */
const undecided = -1

const resumedMeanwhile =
  'It was resumed meanwhile, so it goes on, and none of its NFTs was entered: run recover again when nothing of it is under way.'

/** Enters a collection that was found on a network, with what was minted into it. */
export async function recoverCollection(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  kind: 'practice' | 'live',
  client: ChainClient,
  index: number,
  made: MadeCollection,
  progress: (done: number, total: number) => void,
): Promise<FoundCollection> {
  const { engine } = deps
  const [{ minted, purchased }, settings, published] = await byTwo(client, async (node) => [
    await node.counters(made.contract, confirmedBlock(node, await node.head())),
    await node.settings(made.contract),
    await node.published?.(made.contract, made.facts.contractKind === 'copies'),
  ])
  const uriNow = published?.contractUri ?? made.facts.contractUri
  const known = await idOf(deps, options, kind, client, index, { ...made, uriNow })
  const id = known ?? placeholderId(made.contract)
  const looked: FoundCollection = {
    kind,
    chain: client.chain,
    projectIndex: index,
    collectionId: id,
    contract: made.contract,
    name: made.facts.name,
    minted,
    entered: 0,
    remark: idRemark({ id }, made.contract, known),
  }
  if (options.dryRun) return looked
  const place = await projectAt(engine.db, kind, index, randomUUID(), engine.clock())
  if (place && kind === 'live') await deps.keepLiveSeed()
  if (!place)
    return {
      ...looked,
      remark: `Place ${index} of the ${kind} seed is taken by a project of the other kind here, so it was left out.`,
    }
  const shown = await shownOf(deps, made.facts.contractUri)
  await noteFirstBlock(engine.db, client, made.contract, made.block)
  const there = await enterCollection(
    engine.db,
    place.id,
    {
      id,
      chain: client.chain,
      contract: made.contract,
      contractKind: made.facts.contractKind,
      contractVersion: made.facts.contractVersion,
      contractUri: made.facts.contractUri,
      initial: { supplyLimit: made.facts.supplyLimit || null, payments: paymentsOf(made.facts.sale, 0) },
      settings: settingsOf(settings, purchased, await changedTo(deps, uriNow, made.facts.contractUri)),
      purchased,
      metadata: { ...shown, name: made.facts.name, symbol: made.facts.symbol },
    },
    engine.clock(),
  )
  if ('takenOn' in there) return { ...looked, remark: takenRemark(id, there.takenOn, kind) }
  const { collection } = there
  const found = { ...looked, collectionId: collection.id, remark: idRemark(collection, made.contract, known) }
  try {
    return await enterMinted(deps, client, { id: place.id, kind, index }, collection, found, progress)
  } finally {
    // What was asked for before may have waited for this, and its signer queue sleeps then.
    deps.wake(collection.pk)
  }
}

/** Enters what was minted into a collection, and takes over from the writer that minted last. */
async function enterMinted(
  deps: RecoveryDeps,
  client: ChainClient,
  project: EngineProject,
  collection: CollectionRow,
  found: FoundCollection,
  progress: (done: number, total: number) => void,
): Promise<FoundCollection> {
  const { engine } = deps
  const queue = { network: client.network, signer: client.treasury(project.index) }
  const { resumed, resumes } = await collectionByPk(engine.db, collection.pk)
  const known = new Map([[collection.pk, resumed === 0 ? resumes : undecided]])
  const entered = await byTwo(client, async (node) => {
    const block = confirmedBlock(node, await node.head())
    // In this order: a mint of ours that the block holds is settled by now, or still under way.
    if (await isMinting(engine.db, queue, collection)) return 'minting'
    const own = { owner: null, wake: () => undefined, sessions: new Map(), resumes: known }
    const read = await reconcile({ deps: engine, project, client: node, queue, ...own }, collection, block)
    if (node.fence) await adoptWriter({ deps: engine, client: node, queue }, node.fence, collection)
    return read
  })
  if (entered === 'minting') return { ...found, remark: mintsUnderWay }
  engine.events.collectionChanged(collection.pk)
  if (entered === 'unsettled')
    return {
      ...found,
      remark: `Some of its NFTs lie in blocks that may still be taken back, so none was entered: run recover again when they have ${client.confirmations} confirmations.`,
    }
  if (entered === 'halted')
    return {
      ...found,
      remark: (await collectionByPk(engine.db, collection.pk)).halted ?? resumedMeanwhile,
    }
  if (collection.fungibility === 'non-fungible')
    return { ...found, entered: await enterTokens(deps, client, collection, progress) }
  const json = (uri: string) => jsonAt(deps, uri)
  const copies = await byTwo(client, (node) =>
    recoverCopies({ engine, project, client: node, json, progress }, collection),
  )
  const remarks = [found.remark, copies.remark].filter((remark) => remark !== null)
  return { ...found, entered: copies.entered, remark: remarks.length === 0 ? null : remarks.join(' ') }
}

/** Lists the tokens that were read back under stand-in ids; returns how many. */
async function enterTokens(
  deps: RecoveryDeps,
  client: ChainClient,
  collection: CollectionRow,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const { db, clock } = deps.engine
  const contract = collection.contract_address ?? ''
  const tokens = [...(await tokensWithoutMint(db, collection.pk)).keys()].sort((a, b) => a - b)
  let since = await firstBlock(db, client, collection)
  for (let from = 0; from < tokens.length; from += tokensAtOnce) {
    const asked = tokens.slice(from, from + tokensAtOnce)
    const part = await byTwo(client, (node) => node.mintedTokens(contract, asked, since))
    since = part.at(-1)?.block ?? since
    const mints = await Promise.all(part.map((token) => standIn(deps, client.chain, contract, token)))
    await enterRecovered(db, collection.pk, mints, clock())
    progress(Math.min(from + tokensAtOnce, tokens.length), tokens.length)
  }
  return tokens.length
}

async function standIn(
  deps: RecoveryDeps,
  chain: string,
  contract: string,
  { tokenId, recipient, uri, txHash }: MintedToken,
): Promise<RecoveredMint> {
  const metadata = await metadataAt(deps, uri)
  return {
    id: standInId(contract, String(tokenId)),
    tokenId,
    txHash,
    recipient: `${chain}:${recipient}`,
    address: recipient,
    metadata,
    uri: metadata === null ? uri : null,
    contentHash: standInDigest(contract, String(tokenId)),
  }
}
