import { CoreError } from '../../lib/errors.ts'
import type { ChainCall } from '../family/call.ts'
import type { CollectionFacts, CollectionsClient } from '../family/collections.ts'
import type { CollectionNow } from '../family/history.ts'
import { Refusal } from '../family/outcome.ts'
import type { Work } from '../family/work.ts'
import { type Commitment, keeperOf } from './accounts.ts'
import type { Builders } from './instructions/builders.ts'
import { coreProgram } from './instructions/core-instructions.ts'
import { assetBytes, assetFee, collectionBytes, delegateBytes, leafFee } from './instructions/core-sizes.ts'
import type { MintInstructions } from './instructions/instructions.ts'
import { makeAt, placeOf, programsOf } from './made-once.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { ownTokenId } from './token-ids.ts'
import type { Chargeable } from './transactions/chargeable.ts'
import { certifiedAccount } from './transactions/rehearse.ts'
import { keyNames } from './trees/trees.ts'

/** What builds the calls for a project's collections. */
export interface CollectionContext {
  rpc(): Promise<SolanaRpc>
  buildersOf(projectIndex: number): Builders
  treasury(projectIndex: number): string
  /** The address that follows from a name of `keyNames`. */
  named(projectIndex: number, name: string): string
  /** The rent of an account of this many bytes, in lamports. */
  rent(bytes: number): Promise<bigint>
  charge(projectIndex: number, work: Chargeable): Promise<ChainCall>
  /** A collection's state at this commitment; null if there is none. */
  collectionAt(contract: string, commitment: Commitment): Promise<CollectionNow | null>
}

const changes = ['set-supply-limit', 'set-royalty', 'set-metadata', 'hand-over'] as const
type CollectionChange = Extract<Work, { kind: (typeof changes)[number] }>

/** Whether the work is a collection change that Solana supports. */
export function isChange(work: Work): work is CollectionChange {
  return changes.some((kind) => kind === work.kind)
}

/** Where a collection is or will be. */
export function collectionAddress({ named }: Pick<CollectionContext, 'named'>, facts: CollectionFacts): string {
  return named(facts.projectIndex, keyNames.collection(facts.id))
}

/** The builder of minting instructions for this contract kind. */
export function mintsOf(
  { buildersOf }: Pick<CollectionContext, 'buildersOf'>,
  projectIndex: number,
  contractKind: string,
): MintInstructions {
  return buildersOf(projectIndex)[contractKind === 'core' ? 'core' : 'certified']
}

/** See `CollectionsClient.deploymentCalls`. */
export async function collectionCalls(context: CollectionContext, facts: CollectionFacts): Promise<ChainCall[]> {
  const { rpc, rent, charge, treasury } = context
  const mint = collectionAddress(context, facts)
  const { name, symbol, contractUri: uri, supplyLimit, contractKind, projectIndex, id } = facts
  const place = await placeOf(await rpc(), mint, programsOf(contractKind).account)
  if (place.made) return []
  const made = mintsOf(context, projectIndex, contractKind).collection(mint, { name, symbol, uri, supplyLimit })
  return [
    await charge(projectIndex, {
      instructions: makeAt(place, mint, treasury(projectIndex), made),
      signers: [keyNames.collection(id)],
      takes:
        contractKind === 'core'
          ? await rent(collectionBytes({ name, uri, supplyLimit }))
          : await certifiedAccount(rent),
    }),
  ]
}

/** The call that changes a collection. @throws Refusal if its contract kind does not support the change */
export async function prepareChange(
  context: CollectionContext,
  work: CollectionChange,
  projectIndex: number,
): Promise<ChainCall> {
  const { rpc, buildersOf, charge } = context
  const { core } = buildersOf(projectIndex)
  if (work.kind === 'hand-over') return prepareHandover(context, work, projectIndex)
  if (work.kind === 'set-metadata') return prepareMetadata(context, work, projectIndex)
  const kept = (await keeperOf(rpc, work.contract)) === coreProgram
  if (work.kind === 'set-royalty' && !kept) throw unsupported(work)
  // A certified collection has no limit on chain: the app enforces it, so there is nothing to send.
  if (work.kind === 'set-supply-limit' && !kept) throw new Refusal({ kind: 'already-minted', firstTokenId: 0 })
  return charge(projectIndex, {
    instructions:
      work.kind === 'set-royalty'
        ? core.royalty(work.contract, work.royalty)
        : core.supplyLimit(work.contract, work.supplyLimit),
    signers: [],
  })
}

async function prepareMetadata(
  { buildersOf, charge, collectionAt, rent }: CollectionContext,
  { contract, uri, kind }: Extract<Work, { kind: 'set-metadata' }>,
  projectIndex: number,
): Promise<ChainCall> {
  const now = await collectionAt(contract, 'confirmed')
  if (now?.facts.contractKind !== 'core') throw unsupported({ kind })
  const longer = Buffer.byteLength(uri) - Buffer.byteLength(now.facts.contractUri)
  return charge(projectIndex, {
    instructions: buildersOf(projectIndex).core.metadata(contract, uri),
    signers: [],
    // A longer URI needs more rent; the rent that a shorter one frees is refunded.
    takes: longer > 0 ? (await rent(longer)) - (await rent(0)) : 0n,
  })
}

/** @throws Refusal `already-minted` if the collection already has that owner */
async function prepareHandover(
  { buildersOf, charge, collectionAt, rent }: CollectionContext,
  work: Extract<Work, { kind: 'hand-over' }>,
  projectIndex: number,
): Promise<ChainCall> {
  const now = await collectionAt(work.contract, 'confirmed')
  if (now?.facts.contractKind !== 'core') throw unsupported(work)
  if (now.authority === work.to) {
    if ((await collectionAt(work.contract, 'finalized'))?.authority !== work.to)
      throw new CoreError(
        'network.unconfirmed',
        'The collection has its new owner in a block that may still be taken back.',
      )
    throw new Refusal({ kind: 'already-minted', firstTokenId: 0 })
  }
  return charge(projectIndex, {
    instructions: buildersOf(projectIndex).core.handOver(work.contract, work.to, now.delegates),
    signers: [],
    takes: now.delegates === null ? (await rent(delegateBytes)) - (await rent(0)) : 0n,
  })
}

/** A name for mints of this count into this tree, which use about the same compute (`Chargeable.alike`). */
export const mintsAlike = (tree: string, count: number): string => `${tree} ${count}`

/** The call that mints into a tree, or mints one token as an account. @throws Refusal `already-minted` if that account exists */
export async function prepareMint(
  context: CollectionContext,
  { contract, contractKind, jobId, tree, tokens }: Extract<Work, { kind: 'mint-tokens' }>,
  projectIndex: number,
): Promise<ChainCall> {
  const { rpc, named, rent, charge, treasury } = context
  const build = mintsOf(context, projectIndex, contractKind)
  const core = contractKind === 'core'
  if (tree !== null)
    return charge(projectIndex, {
      instructions: build.compressed(contract, tree.address, tokens),
      signers: [],
      takes: core ? leafFee * BigInt(tokens.length) : 0n,
      alike: mintsAlike(tree.address, tokens.length),
    })
  const name = keyNames.token(jobId)
  const mint = named(projectIndex, name)
  const [token] = tokens
  if (!token) throw new Error('a mint without a token')
  const { account } = programsOf(contractKind)
  const node = await rpc()
  const place = await placeOf(node, mint, account)
  if (place.made) {
    // The engine records `already-minted` for good, so the account must be finalized.
    if (!(await placeOf(node, mint, account, 'finalized')).made)
      throw new CoreError(
        'network.unconfirmed',
        'an NFT was minted by something else, in a block that may still be taken back.',
      )
    throw new Refusal({ kind: 'already-minted', firstTokenId: ownTokenId(mint), addresses: [mint] })
  }
  return charge(projectIndex, {
    instructions: makeAt(place, mint, treasury(projectIndex), build.uncompressed(contract, mint, token)),
    signers: [name],
    takes: core ? assetFee + (await rent(assetBytes(token))) : await certifiedAccount(rent),
  })
}

export function unsupported({ kind }: Pick<Work, 'kind'>): Refusal {
  return new Refusal({
    kind: 'failed',
    code: 'collection.unsupported',
    message: `This version of Mintdesk cannot do this on Solana yet (${kind}).`,
  })
}

/** Answers for collections that have no contract: their trees know their tokens. */
export const noContract: Omit<CollectionsClient, 'contractAddress' | 'deploymentCalls'> = {
  job: async () => 0,
  counters: async () => ({ minted: 0, batches: 0, purchased: 0, saleLeft: 0 }),
  settings: async () => ({ supplyLimit: null, sale: null, royalty: null, baseUri: null, transferable: true }),
  purchases: async () => [],
  batchRanges: async () => [],
  chainBatch: async () => {
    throw new Error('trees have no batches')
  },
  batchOfToken: async () => null,
  madeCollections: async () => [],
  mintedTokens: async () => [],
  mintTransaction: async () => '',
  ownerOf: async () => null,
}
