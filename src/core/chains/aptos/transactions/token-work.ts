import type { ChainCall } from '../../family/call.ts'
import { Refusal } from '../../family/outcome.ts'
import type { WalletOwner } from '../../family/wallet-owner.ts'
import type { Work } from '../../family/work.ts'
import type { PayloadInput } from '../bcs/payload.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { boundBurnPayload, burnPayload, transferPayload, updatePayload } from '../scripts/payloads.ts'
import { standingAt, type TokenOnChain } from '../tokens.ts'
import { changeUse } from './gas.ts'
import { chargedCall } from './prepare.ts'
import type { Sending } from './simulate.ts'

type TokenWork = Extract<Work, { kind: 'update' | 'burn' | 'transfer' }>

/**
 * The call that updates, burns or moves a token. The collection's creator updates and burns. The token's holder signs burns and transfers, too, so
 * that neither affects a token that was moved meanwhile.
 * @param sendingWith the sender, with the wallet that signs beside it
 * @throws Refusal `already-minted` if the chain has done the work already; else with the reason why it cannot be done
 */
export async function prepareTokenWork(
  node: AptosRpc,
  sendingWith: (second: WalletOwner) => Sending,
  work: TokenWork,
): Promise<ChainCall> {
  const address = addressOf(work)
  const standing = await standingAt(node, address)
  const { payload, owner } = callOf(work, address, standing.kind === 'token' ? standing.token : null)
  return chargedCall(node, sendingWith(owner), { payload, owner, to: address, atWorst: changeUse })
}

function addressOf(work: TokenWork): string {
  if (work.own) return work.own.address
  if (work.kind !== 'transfer') throw new Error(`a token that is to be changed (${work.kind}) is not known`)
  return work.contract
}

function callOf(
  work: TokenWork,
  address: string,
  token: TokenOnChain | null,
): { payload: PayloadInput; owner: WalletOwner } {
  if (work.kind === 'update') {
    if (token === null) throw refused('nft.burnt', `The NFT ${address} was burnt, so its metadata cannot be changed.`)
    return { payload: updatePayload(address, work), owner: null }
  }
  requireHeld(work, address, token)
  if (work.kind === 'burn') {
    if (!token.movable) return { payload: boundBurnPayload(address), owner: null }
    return { payload: burnPayload(address, work.holder, work.owner !== null), owner: work.owner }
  }
  if (!token.movable) throw refused('transfer.frozen', `The NFT ${address} is bound to its holder: it cannot be moved.`)
  return { payload: transferPayload(address, work.to), owner: work.owner }
}

/** @throws Refusal if the work's holder does not hold the token (any more) */
function requireHeld(
  work: Exclude<TokenWork, { kind: 'update' }>,
  address: string,
  token: TokenOnChain | null,
): asserts token is TokenOnChain {
  const now = token?.owner ?? null
  if (now === work.holder) return
  if (now === (work.kind === 'burn' ? null : work.to)) throw new Refusal({ kind: 'already-minted', firstTokenId: 0 })
  if (now === null) throw refused('nft.burnt', `The NFT ${address} was burnt meanwhile; it is gone for good.`)
  throw refused(
    work.kind === 'burn' ? 'nft.notHeld' : 'transfer.notHeld',
    `The NFT ${address} is held by ${now} now, no longer by ${work.holder}: somebody moved it outside of Mintdesk.`,
  )
}

function refused(code: string, message: string): Refusal {
  return new Refusal({ kind: 'failed', code, message })
}

/** Whether a piece of work changes one token. */
export function isTokenWork(work: Work): work is TokenWork {
  return work.kind === 'update' || work.kind === 'burn' || work.kind === 'transfer'
}
