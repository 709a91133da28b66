import type { WalletOwner } from '../../../src/core/chains/family/wallet-owner.ts'
import type { Transfer } from '../../../src/core/chains/family/work.ts'
import { addHandOver, setCeilings } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { addNfts, nftsToEnter, setEntered } from '../../../src/core/store/journal/hand-overs/nfts.ts'
import { addRows, rowsIn } from '../../../src/core/store/journal/hand-overs/rows.ts'
import { addTransfer } from '../../../src/core/store/journal/transfers/transfers.ts'
import { treasury, walletOf } from '../simulated/client.ts'
import { recipient, type SimulatedWorld } from '../simulated/world.ts'

type World = Pick<SimulatedWorld, 'db'> & { chain: Pick<SimulatedWorld['chain'], 'count'> }

export interface HandedOver {
  /** How many NFTs. */
  count: number
  /** The most that is paid for a unit of gas; absent: whatever is asked. */
  ceiling?: bigint
  /** Who sends them from a wallet of their own; absent: the treasury does. */
  by?: NonNullable<WalletOwner>
  standard?: Transfer['standard']
  /** Whose it is; absent: the only project's. */
  projectId?: string
}

/** Enters a hand-over that is under way, and transfers of it that wait; the hand-over's key. */
export async function handOver(
  { db, chain }: World,
  id: string,
  { count, ceiling, by, standard = 'erc-721', projectId: given }: HandedOver,
): Promise<number> {
  const projectId = given ?? (await db.selectFrom('projects').select('id').executeTakeFirstOrThrow()).id
  const pk = await addHandOver(
    db,
    { ...{ id, project_id: projectId, name: id, state: 'running' }, headers: '[]', collections: '[]', findings: '[]' },
    1,
  )
  if (ceiling !== undefined) await setCeilings(db, pk, { polygon: ceiling.toString() })
  const signer = by ? walletOf(by) : treasury
  const person = by ?? { kind: 'userId', user: 'ada' }
  const row = { row: 2, cells: '[]', ...person, address: recipient(id), chains: '["polygon"]', findings: '[]' } as const
  await addRows(db, pk, [{ ...row, state: 'ready' }])
  const [entered] = await rowsIn(db, pk, 'ready', 1)
  for (let place = 0; place < count; place++) {
    const work: Omit<Transfer, 'jobId'> = {
      ...{ kind: 'transfer', by: by ? 'holder' : 'treasury', contract: recipient('a contract'), tokenId: `${place}` },
      ...{ standard, quantity: '1', holder: signer, owner: by ?? null, to: recipient(`${id} ${place}`) },
    }
    const transferPk = await addTransfer(
      db,
      {
        ...{ projectId, id: `${id} ${place}`, chain: 'polygon', network: 'practice:polygon', signer },
        ...{ contract: work.contract, tokenId: work.tokenId, mintPk: null, work, request: `${id} ${place}` },
        ...{ since: chain.count(signer), handOverPk: pk },
      },
      1,
    )
    const { by: sentBy, contract, tokenId: token_id, quantity, holder, to } = work
    const nft = { chain: 'polygon', sent_by: sentBy, contract, token_id, standard, quantity, holder, recipient: to }
    const found = { ...nft, mint_pk: null, state: 'found', error_message: null } as const
    await addNfts(db, { handOverPk: pk, rowPk: entered?.pk ?? 0 }, [found])
    const [next] = await nftsToEnter(db, pk, sentBy, 1)
    await setEntered(db, next?.pk ?? 0, transferPk)
  }
  return pk
}

/** What was signed for a hand-over: what each transaction is for, and the most that it pays for a unit of gas. */
export async function signedFor({ db }: Pick<World, 'db'>, handOverPk: number): Promise<[string, bigint][]> {
  const rows = await db
    .selectFrom('transfers')
    .innerJoin('transactions', 'transactions.transfer_pk', 'transfers.pk')
    .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
    .select(['transactions.purpose', 'attempts.max_fee'])
    .where('hand_over_pk', '=', handOverPk)
    .orderBy('attempts.pk')
    .execute()
  return rows.map(({ purpose, max_fee }) => [purpose, BigInt(max_fee)])
}
