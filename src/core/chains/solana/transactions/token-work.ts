import { CoreError } from '../../../lib/errors.ts'
import type { ChainCall } from '../../family/call.ts'
import { Refusal } from '../../family/outcome.ts'
import type { TokenTexts } from '../../family/tokens.ts'
import type { WalletOwner } from '../../family/wallet-owner.ts'
import type { OwnToken, Work } from '../../family/work.ts'
import { type CoreAsset, readAsset } from '../core-assets.ts'
import { coreLeafHashes } from '../instructions/core-instructions.ts'
import { leafTransferFee } from '../instructions/core-sizes.ts'
import type { CoreTokenInstructions } from '../instructions/core-token-instructions.ts'
import { leafHashes } from '../instructions/instructions.ts'
import { type TokenInstructions, textsOf } from '../instructions/token-instructions.ts'
import { accountAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { isKnown } from '../trees/changes.ts'
import { isGone } from '../trees/proofs.ts'
import type { Chargeable } from './chargeable.ts'
import { compileMessage, signaturesOf, transactionBytes } from './message.ts'

export type TokenWork = Extract<Work, { kind: 'update' | 'burn' | 'transfer' }>

/** Solana's own: bytes of a token account. */
const tokenAccountBytes = 165

export interface TokenWorkContext {
  rpc(): Promise<SolanaRpc>
  treasury: string
  build: TokenInstructions
  /** The builder for tokens of Core collections. */
  core: CoreTokenInstructions
  metadataOf(mint: string): string
  /** The holder of a token that is an account; null: nobody. */
  ownerOf(address: string, final?: boolean): Promise<string | null>
  /** The rent of an account of this many bytes, in lamports. */
  rent(bytes: number): Promise<bigint>
  charge(work: Chargeable): Promise<ChainCall>
}

/**
 * The call that updates, burns or moves a token. The treasury signs; the wallet that holds the token signs burns and transfers, too.
 * @throws Refusal `already-minted` if the chain has done it already; else with the reason, `token.stale` if the tree must be read first
 */
export async function prepareTokenWork(context: TokenWorkContext, work: TokenWork): Promise<ChainCall> {
  const { instructions, takes } = await built(context, work)
  requireRoom(context.treasury, instructions)
  const call = await context.charge({ instructions, signers: [], takes })
  const owner: WalletOwner = work.kind === 'update' ? null : work.owner
  return owner === null ? call : { ...call, owner }
}

/** `takes`: lamports beside the fees. */
type Built = Required<Pick<Chargeable, 'instructions' | 'takes'>>

async function built(context: TokenWorkContext, work: TokenWork): Promise<Built> {
  const { own } = work
  if (own === undefined) {
    if (work.kind !== 'transfer') throw new Error(`a token that is to be changed (${work.kind}) is not known`)
    await requireHeld(context, work, await context.ownerOf(work.contract))
    const { contract, holder, to } = work
    const asset = await assetAt(context, contract)
    return asset
      ? { instructions: await context.core.transferAsset(contract, asset.collection, holder, to), takes: 0n }
      : { instructions: await context.build.transferAccount(contract, holder, to), takes: await accountRent(context) }
  }
  requireKnown(own)
  const build = isCore(own) ? context.core : context.build
  if (work.kind === 'update') return { instructions: await updateOf(context, work, own), takes: 0n }
  await requireHeld(
    context,
    work,
    own.leafContext === null ? await context.ownerOf(own.address) : leafOwner(own.leafContext.leaf),
  )
  if (work.kind === 'burn') return { instructions: await build.burn(own, work.holder), takes: 0n }
  return { instructions: await build.transfer(own, work.holder, work.to), takes: await takenBy(context, own) }
}

/** Lamports that a transfer of an own token takes: of a Core leaf, Metaplex's fee; of an SPL token, the rent of the recipient's token account. */
async function takenBy(context: TokenWorkContext, own: OwnToken): Promise<bigint> {
  if (isCore(own)) return own.leafContext ? leafTransferFee : 0n
  return own.leafContext ? 0n : accountRent(context)
}

function accountRent({ rent }: TokenWorkContext): Promise<bigint> {
  return rent(tokenAccountBytes)
}

function isCore(own: OwnToken): boolean {
  return own.contractKind === 'core'
}

async function assetAt({ rpc }: Pick<TokenWorkContext, 'rpc'>, address: string): Promise<CoreAsset | null> {
  const at = { encoding: 'base64', commitment: 'confirmed' }
  return readAsset((await (await rpc()).call('getAccountInfo', [address, at], accountAnswer)).value)
}

/** @throws Refusal if a leaf of Bubblegum V2 was frozen, or bound to its owner */
function requireKnown(own: OwnToken): void {
  const { leafContext, address, collection } = own
  if (!isCore(own) || leafContext === null || isGone(leafContext.leaf) || isKnown(leafContext.leaf, collection)) return
  throw refused(
    'nft.changedElsewhere',
    `The NFT ${address} was frozen or bound to its holder by something else, so it can be neither changed nor moved here.`,
  )
}

function leafOwner(leaf: NonNullable<OwnToken['leafContext']>['leaf']): string | null {
  return isGone(leaf) ? null : leaf.owner
}

/** @throws Refusal if the work's holder does not hold the token (any more) */
async function requireHeld(
  { ownerOf }: TokenWorkContext,
  work: Exclude<TokenWork, { kind: 'update' }>,
  now: string | null,
): Promise<void> {
  if (now === work.holder) return
  const address = work.own?.address ?? work.contract
  if (now === (work.kind === 'burn' ? null : work.to)) {
    // The journal knows only final leaves; an account was read at `confirmed` and is read again.
    if (work.own?.leafContext || (await ownerOf(address, true)) === now)
      throw new Refusal({ kind: 'already-minted', firstTokenId: 0 })
    throw new CoreError('network.unconfirmed', `What was done to the NFT ${address} is not confirmed yet.`)
  }
  if (now === null) throw refused('nft.burnt', `The NFT ${address} was burnt meanwhile; it is gone for good.`)
  const why = `The NFT ${address} is held by ${now} now, no longer by ${work.holder}`
  throw refused(
    work.kind === 'burn' ? 'nft.notHeld' : 'transfer.notHeld',
    `${why}: somebody moved it outside of Mintdesk.`,
  )
}

async function updateOf(
  context: TokenWorkContext,
  { name, uri }: Extract<TokenWork, { kind: 'update' }>,
  own: OwnToken,
): Promise<Chargeable['instructions']> {
  const { rpc, metadataOf } = context
  const { address, collection, leafContext } = own
  const build = isCore(own) ? context.core : context.build
  const texts: TokenTexts = { ...own.texts, name: name ?? own.texts.name, uri }
  const burnt = () => refused('nft.burnt', `The NFT ${address} was burnt meanwhile, so its metadata cannot be changed.`)
  if (leafContext === null && isCore(own)) {
    if ((await assetAt(context, address)) === null) throw burnt()
    return build.update(own, texts, new Uint8Array())
  }
  if (leafContext === null) {
    const at = { encoding: 'base64', commitment: 'confirmed' }
    const { value } = await (await rpc()).call('getAccountInfo', [metadataOf(address), at], accountAnswer)
    const data = value === null ? null : Buffer.from(value.data[0], 'base64')
    // A burnt NFT leaves a metadata account of one byte, for the program's fees.
    if (data === null || data.length <= 1) throw burnt()
    return build.update({ ...own, texts: textsOf(data) }, texts, data)
  }
  if (isGone(leafContext.leaf)) throw burnt()
  // A newer copy of the database may have made this change: the update can start from its own result, too.
  const hashes = isCore(own) ? coreLeafHashes : leafHashes
  const before = [own.texts, texts].find((one) => hashes(collection, one).dataHash === leafContext.leaf.dataHash)
  if (!before)
    throw refused(
      'nft.changedElsewhere',
      `The metadata of the NFT ${address} was changed by something else than this database, which does not know what it is now, so it cannot be replaced here.`,
    )
  return build.update({ ...own, texts: before }, texts, new Uint8Array())
}

/** @throws Refusal if the change fits into no transaction: the update of a leaf carries both the old and the new URI */
function requireRoom(treasury: string, instructions: Chargeable['instructions']): void {
  const message = compileMessage(treasury, instructions, { units: 0, price: 1n })
  const bytes = 1 + 64 * signaturesOf(message) + message.length
  if (bytes <= transactionBytes) return
  throw refused(
    'chain.tooLarge',
    `The change needs a transaction of ${bytes} bytes, and Solana takes at most ${transactionBytes}: the metadata's URIs, before and after, are too long together. Shorten the new one, or let Mintdesk host the metadata.`,
  )
}

function refused(code: string, message: string): Refusal {
  return new Refusal({ kind: 'failed', code, message })
}

/** Whether a piece of work changes one token. */
export function isTokenWork(work: Work): work is TokenWork {
  return work.kind === 'update' || work.kind === 'burn' || work.kind === 'transfer'
}
