import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { stable } from '../../../../shared/api-schemas/common.ts'
import {
  placeField,
  transferAnswer,
  transferHeaders,
  transferRequest,
  walletTransferRequest,
} from '../../../../shared/api-schemas/transfers.ts'
import type { Project } from '../../../../shared/app-api.ts'
import type { Recipient } from '../../../../shared/locator.ts'
import { type FieldRead, readAddress, readHolder, readRecipient } from '../../../../shared/transfer-fields.ts'
import { findWallet } from '../../../store/installation/wallets.ts'
import { type Callers, identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault, invalidRequest } from '../../http/faults.ts'
import { baseOf } from '../../http/host.ts'
import { refusals, security } from '../../http/openapi.ts'
import { keyedRequest, markReplay } from '../../http/replay.ts'
import { requireChain } from '../contracts.ts'
import { userOf } from '../users.ts'
import { acceptTransfer, type WantedTransfer } from './accept-transfer.ts'
import { requireEnterprise } from './enterprise.ts'

const common = { tags: ['Wallets'], security, headers: transferHeaders }
const statuses = refusals(400, 409, 413, 415, 422, 503)

/** Transfers of NFTs out of the wallets of the project's users; alpha. */
export async function transferRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/transfer',
    {
      config: { scopes: ['wallets:nfts.transfer'] },
      schema: {
        ...common,
        operationId: 'transferNft',
        summary: 'Transfer an NFT out of a wallet made with a user id',
        description:
          'Needs enterprise access, which a person turns on for the project. Answers with no body; the header `Location` is the action. `Idempotency-Key` makes repeats safe.',
        body: transferRequest,
        response: { 202: z.null().meta({ description: 'Taken.' }), ...statuses },
      },
    },
    async (request, reply) => {
      const project = allowed(callers, request)
      const wanted = async (): Promise<WantedTransfer> => {
        const { chain, fromAddress, toAddress, tokenMintAddress, quantity = '1' } = request.body
        requireChain(context, project, chain)
        const holder = meant(readAddress(chain, fromAddress))
        const contract = meant(readAddress(chain, tokenMintAddress))
        const to = meant(readRecipient(chain, toAddress))
        const known = await findWallet(context.db, project.id, holder)
        if (known?.kind !== 'userId')
          throw new ApiFault(
            403,
            'transfer.notUserWallet',
            `${holder} is no wallet that this project made with a userId, so nothing can be transferred out of it here.`,
          )
        const owner = { kind: known.kind, user: known.user }
        const which = { contract, tokenId: digits(request.body.tokenId), quantity: digits(quantity) }
        return { chain, holder, owner, ...which, ...(await reach(project, to)) }
      }
      const made = await acceptTransfer(context, project, wanted, keyedRequest(project.id, null, request))
      if (made.replayed) markReplay(reply, [])
      reply.code(202).header('Location', actionAt(request, made.id))
      return reply.serializer(() => '').send(null)
    },
  )

  app.post(
    '/wallets/transfer',
    {
      config: { scopes: ['wallets:nfts.transfer'] },
      schema: {
        ...common,
        operationId: 'transferWalletNft',
        summary: 'Transfer an NFT out of a wallet of the project',
        description:
          'Needs enterprise access, which a person turns on for the project. Of wallets made with an e-mail address or a user id. Nobody is asked by mail: the scope of the key approves.',
        body: walletTransferRequest,
        response: { 202: transferAnswer, ...statuses, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const project = allowed(callers, request)
      const wanted = async (): Promise<WantedTransfer> => {
        const { chain, quantity = '1' } = request.body
        requireChain(context, project, chain)
        const contract = meant(readAddress(chain, request.body[placeField(chain)] ?? ''))
        const to = meant(readRecipient(chain, request.body.to))
        const from = meant(readHolder(chain, request.body.from, 'from'))
        const held = await holderOf(project, from)
        const which = { contract, tokenId: digits(request.body.tokenId), quantity: digits(quantity) }
        return { chain, ...held, ...which, ...(await reach(project, to)) }
      }
      const made = await acceptTransfer(context, project, wanted, keyedRequest(project.id, null, request))
      if (made.replayed) markReplay(reply, [])
      reply.code(202).header('Location', actionAt(request, made.id))
      return { message: 'The transfer was accepted and will be sent.', actionId: made.id }
    },
  )

  /** The project's wallet that a sender names. @throws ApiFault 404 for an address that is none */
  async function holderOf(project: Project, from: Recipient): Promise<Pick<WantedTransfer, 'holder' | 'owner'>> {
    const owner = userOf(from)
    if (owner) return { holder: await context.wallets.address(project.kind, project.index, owner, from.chain), owner }
    const address = from.kind === 'address' ? from.address : ''
    const known = await findWallet(context.db, project.id, address)
    if (known) return { holder: address, owner: { kind: known.kind, user: known.user } }
    throw new ApiFault(
      404,
      'wallet.notFound',
      `${address} is no wallet of this project, so nothing can be transferred out of it here.`,
    )
  }

  /** A recipient's address, and its wallet if it is a user. */
  async function reach(project: Project, to: Recipient): Promise<Pick<WantedTransfer, 'to' | 'reached'>> {
    if (to.kind === 'address') return { to: to.address }
    const user = userOf(to)
    if (!user) throw new Error('a recipient that is neither an address nor a user')
    const address = await context.wallets.address(project.kind, project.index, user, to.chain)
    return { to: address, reached: { ...user, chain: to.chain, address } }
  }
}

/** The caller's project, which must be allowed to transfer, and be the one that the client names. @throws ApiFault 403 */
function allowed(callers: Callers, request: FastifyRequest): Project {
  const { project } = callers(request)
  const client = request.headers['x-client-id']
  if (client !== undefined && client !== project.id)
    throw new ApiFault(
      403,
      'transfer.clientId',
      'The header X-CLIENT-ID names another project than the key: send the id of the key’s project, or leave it out.',
    )
  requireEnterprise(project)
  return project
}

/** A whole number in its normal form; '' for none. */
function digits(given: string | number | undefined): string {
  return given === undefined ? '' : BigInt(given).toString()
}

function actionAt(request: FastifyRequest, id: string): string {
  return `${baseOf(request)}${stable}/actions/${id}`
}

/** The value of a field that its schema has already checked. */
function meant<Value>(read: FieldRead<Value>): Value {
  if (read.ok) return read.value
  throw invalidRequest(read.messages.map((message) => ({ path: '', message })))
}
