import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Project } from '../../../shared/app-api.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Transfer } from '../../chains/family/work.ts'
import type { HandOverRecord } from '../../store/journal/hand-overs/hand-overs.ts'
import {
  failNft,
  type HandOverNft,
  type NftOfPerson,
  nftsToEnter,
  type Occupied,
  occupiedNfts,
  setEntered,
  walletsUnderWay,
} from '../../store/journal/hand-overs/nfts.ts'
import { addTransfer } from '../../store/journal/transfers/transfers.ts'
import type { HandOverDeps } from './deps.ts'

/** NFTs entered in one SQLite transaction: some 10 ms of work, then others get a turn. */
const chunk = 200
/** Ours: how many wallets send transfers of their own at a time: each has a signer queue, which polls its network. */
const walletsAtOnce = 32

/**
 * Makes a transfer for each NFT of a hand-over, a piece at a time and each once: the commit that stores a transfer also marks its NFT. Those that
 * wallets send themselves are entered as earlier ones end.
 * @returns whether anything was entered, or found to be impossible
 */
export async function enterNfts(
  deps: HandOverDeps,
  handOver: HandOverRecord,
  project: Project,
  stop: AbortSignal,
): Promise<boolean> {
  let some = false
  for (const sentBy of ['treasury', 'holder'] as const)
    while (!stop.aborted) {
      const nfts = await nextNfts(deps, handOver.pk, sentBy)
      if (nfts.length === 0) break
      const made = await enterPiece(deps, handOver, project, nfts)
      // Once for each signer: its queue finds all that waits.
      for (const pk of made) deps.minting.wakeTransfer(pk)
      some = true
      await nextTurn()
    }
  return some
}

async function nextNfts(
  { db }: HandOverDeps,
  handOverPk: number,
  sentBy: HandOverNft['sent_by'],
): Promise<NftOfPerson[]> {
  const nfts = await nftsToEnter(db, handOverPk, sentBy, chunk)
  if (sentBy === 'treasury') return nfts
  const wallets = await walletsUnderWay(db, handOverPk)
  return nfts.filter(({ chain, holder }) => {
    const key = `${chain} ${holder}`
    if (!wallets.has(key) && wallets.size >= walletsAtOnce) return false
    wallets.add(key)
    return true
  })
}

async function enterPiece(
  { db, chains, clock }: HandOverDeps,
  handOver: HandOverRecord,
  project: Project,
  nfts: readonly NftOfPerson[],
): Promise<number[]> {
  const clients = new Map<string, ChainClient>()
  const treasuries = new Map<string, string>()
  const since = new Map<string, number>()
  for (const { chain, sent_by, holder } of nfts) {
    const client = clients.get(chain) ?? (await chains.client(project.kind, chain))
    clients.set(chain, client)
    // Deriving it takes a millisecond.
    if (!treasuries.has(chain)) treasuries.set(chain, client.treasury(project.index))
    const key = `${chain} ${holder}`
    if (sent_by === 'holder' && !since.has(key)) since.set(key, await client.sequence(holder))
  }
  return await db.transaction().execute(async (trx) => {
    const firstOf = new Map<string, number>()
    const occupied = await occupiedNfts(
      trx,
      project.kind,
      nfts.map(({ pk }) => pk),
    )
    for (const nft of nfts) {
      const client = clients.get(nft.chain)
      const treasury = treasuries.get(nft.chain)
      if (!client || !treasury) throw new Error(`${nft.chain} was not opened`)
      const taken = occupied.get(nft.pk)
      if (taken) {
        await failNft(trx, nft.pk, refusal(taken))
        continue
      }
      const signer = nft.sent_by === 'holder' ? nft.holder : treasury
      const pk = await addTransfer(
        trx,
        {
          projectId: project.id,
          id: randomUUID(),
          chain: nft.chain,
          network: client.network,
          signer,
          contract: nft.contract,
          tokenId: nft.token_id,
          mintPk: nft.mint_pk,
          work: workOf(nft),
          // The same in a restored database, which recognises by it what was made before.
          request: JSON.stringify([
            'hand-over',
            handOver.id,
            nft.chain,
            nft.contract,
            nft.token_id,
            nft.holder,
            nft.tries,
          ]),
          since: since.get(`${nft.chain} ${nft.holder}`) ?? 0,
          handOverPk: handOver.pk,
        },
        clock(),
      )
      if (!(await setEntered(trx, nft.pk, pk)))
        throw new Error(`the NFT ${nft.pk} of a hand-over has a transfer already`)
      if (!firstOf.has(`${nft.chain} ${signer}`)) firstOf.set(`${nft.chain} ${signer}`, pk)
    }
    return [...firstOf.values()]
  })
}

function workOf(nft: NftOfPerson): Omit<Transfer, 'jobId'> {
  return {
    kind: 'transfer',
    by: nft.sent_by,
    contract: nft.contract,
    tokenId: nft.token_id,
    standard: nft.standard,
    quantity: nft.quantity,
    holder: nft.holder,
    owner: { kind: nft.kind, user: nft.user },
    to: nft.recipient,
  }
}

/** Why an NFT is not to be moved now. */
function refusal(by: Occupied): string {
  if ('burn' in by) return by.burn === 'pending' ? 'The NFT is being burnt.' : 'The NFT is burnt.'
  return `The NFT is being transferred already, by the action ${by.transfer}: when that has ended, look whether it is where it is to be, and try again if not.`
}
