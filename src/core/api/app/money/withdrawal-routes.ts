import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type Project,
  type Withdrawal,
  withdrawal,
  withdrawalCheck,
  withdrawalQuestion,
  withdrawalRequest,
  withdrawals,
} from '../../../../shared/app-api.ts'
import { chainFacts, coinOf } from '../../../minting/runs/view.ts'
import { acceptWithdrawal, checkWithdrawal } from '../../../minting/transfers/withdraw.ts'
import {
  endWithdrawal,
  findWithdrawal,
  listWithdrawals,
  type WithdrawalWithTransaction,
} from '../../../store/journal/withdrawals.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext, ProjectOf } from '../context.ts'

/** Ours: as many as a page lists. */
const listed = 50

/** Withdrawals from the fee balance. Only a person may make them: none of the routes takes an API key. */
export function withdrawalRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, clock, minting, vault, chains } = context
  const { networks } = chains
  const own = async (project: Project, id: string): Promise<WithdrawalWithTransaction> => {
    const found = await findWithdrawal(db, project.id, id)
    if (found) return found
    throw new ApiFault(404, 'withdrawal.notFound', `There is no withdrawal ${JSON.stringify(id)} in this project.`)
  }
  const view = (row: WithdrawalWithTransaction): Withdrawal => {
    const coin = coinOf(networks, row.chain)
    const orNull = (amount: string | null) => (amount === null ? null : coin(amount))
    const notice = row.transaction_pk === null ? minting.notice(row.project_id, row.chain) : null
    const waits = notice === null || notice.isRemark ? null : notice.text
    return {
      ...chainFacts(row.chain),
      ...{ id: row.id, to: row.recipient, amount: orNull(row.amount), sent: orNull(row.sent), fee: orNull(row.fee) },
      state: row.status === 'pending' ? (row.transaction_pk === null ? 'waiting' : 'sent') : row.status,
      message: row.status === 'pending' ? waits : row.error_message,
      txId: row.tx_hash,
      startedAt: new Date(row.started_at).toISOString(),
      completedAt: row.completed_at === null ? null : new Date(row.completed_at).toISOString(),
    }
  }

  return async (app) => {
    app.get('/withdrawals', { schema: { response: { 200: withdrawals } } }, async (request) =>
      (await listWithdrawals(db, projectOf(request).id, listed)).map(view),
    )

    app.post(
      '/withdrawals/check',
      { schema: { body: withdrawalQuestion, response: { 200: withdrawalCheck } } },
      async (request) => {
        const { chain } = request.body
        const found = await checkWithdrawal(context, projectOf(request), request.body)
        const { client: _client, to, isNeeded, isContract, ...amounts } = found
        const coin = coinOf(networks, chain)
        return {
          ...chainFacts(chain),
          ...{ to, isNeeded, isContract },
          ...{ amount: coin(amounts.amount), fee: coin(amounts.fee) },
          ...{ balance: coin(amounts.balance), reserved: coin(amounts.reserved) },
        }
      },
    )

    app.post(
      '/withdrawals',
      { schema: { body: withdrawalRequest, response: { 200: withdrawal } } },
      async (request) => {
        const project = projectOf(request)
        const { passphrase, ...asked } = request.body
        // Any session may spend this coin on minting; to withdraw it, one must know the passphrase.
        if (project.kind === 'live') await vault.prove(passphrase)
        const { id, chain } = await acceptWithdrawal(context, project, asked)
        minting.wakeChain(project.id, chain)
        return view(await own(project, id))
      },
    )

    app.delete('/withdrawals/:id', { schema: { params: z.object({ id: z.string() }) } }, async (request, reply) => {
      const found = await own(projectOf(request), request.params.id)
      const reason = {
        code: 'withdrawal.cancelled',
        message: 'A person gave it up before it was signed. Nothing was sent.',
      }
      if (!(await endWithdrawal(db, found.pk, reason, clock(), true)))
        throw new ApiFault(409, 'withdrawal.signed', 'It is signed or over: it cannot be given up any more.')
      return reply.code(204).send()
    })
  }
}
