import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { usualPerPage } from '../../../../shared/api-schemas/common.ts'
import {
  walletAnswer,
  walletList,
  walletNfts,
  walletNftsQuery,
  walletParams,
  walletRequest,
  walletsQuery,
} from '../../../../shared/api-schemas/wallets.ts'
import type { ChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import {
  emailRecipient,
  normalEmail,
  type ParsedRecipient,
  parseWallet,
  userIdRecipient,
} from '../../../../shared/locator.ts'
import { addWallets, walletsOf } from '../../../store/installation/wallets.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest } from '../../http/faults.ts'
import { sendLines, wantsLines } from '../../http/ndjson.ts'
import { refusals, security } from '../../http/openapi.ts'
import { requireChain } from '../contracts.ts'
import { addressOf, userOf } from '../users.ts'
import { walletAt } from './holdings.ts'
import { linesAtOnce, pagesBehind, walletPage } from './wallet-pages.ts'

const common = { tags: ['Wallets'], security }

/** What wallets hold. @param operationId differs between the API versions under which the route is added */
export async function walletNftRoutes(
  plain: FastifyInstance,
  { context, operationId }: { context: CoreContext; operationId: 'listWalletNfts' | 'listWalletNftsAlpha' },
): Promise<void> {
  const callers = identifyCallers(plain, context)
  plain.withTypeProvider<ZodTypeProvider>().get(
    '/wallets/:identifier/nfts',
    {
      config: { scopes: ['wallets:nfts.read'] },
      schema: {
        ...common,
        operationId,
        summary: 'List the NFTs that a wallet holds, oldest first',
        description:
          'By `page`, or with `cursor` from the header `X-Mintdesk-Next` of the page before: of the same wallet, with the same filters. With `Accept: application/x-ndjson` all of them are sent, one NFT a line, from `cursor` on where there is one. The header `X-Mintdesk-Coverage` says what the list covers: `own` (contracts of this Mintdesk), `provider` (also what a provider knows) or `full`; `X-Mintdesk-Coverage-Note` says in a sentence why it is less than it could be. On Cardano an index alone tells what a wallet holds, and the list is by policy and name.',
        params: walletParams,
        querystring: walletNftsQuery,
        response: { 200: walletNfts, ...refusals(400, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const { recipient } = known(parseWallet(request.params.identifier), 'identifier')
      if (!familyOf(recipient.chain).indexed) requireChain(context, project, recipient.chain)
      const address = await addressOf(context, project, recipient)
      const { page = 1, perPage = usualPerPage, cursor, ...filters } = request.query
      const list = { edition: operationId, wallet: walletAt(project, recipient.chain, address), filters }
      const lines = wantsLines(request)
      const start = cursor !== undefined ? { cursor } : { offset: lines ? 0 : (page - 1) * perPage }
      const first = await walletPage(context, list, start, lines ? linesAtOnce : perPage)
      reply.header('X-Mintdesk-Coverage', first.coverage)
      if (first.notes.length > 0) reply.header('X-Mintdesk-Coverage-Note', headerText(first.notes.join(' ')))
      if (lines) return sendLines(reply, pagesBehind(context, list, first))
      if (first.next !== null) reply.header('X-Mintdesk-Next', first.next)
      return first.nfts
    },
  )
}

/** Headers hold ASCII alone. */
function headerText(text: string): string {
  return text
    .replace(/[‘’“”]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 1_000)
}

/** The wallets of the project's users; alpha. */
export async function userWalletRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context, 401)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/wallets',
    {
      config: { scopes: ['wallets.create'] },
      schema: {
        ...common,
        operationId: 'createWallet',
        summary: 'Make the wallet of a user',
        description: 'A user has one wallet a chain; asking again answers the same.',
        body: walletRequest,
        response: { 201: walletAnswer, ...refusals(400, 401, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const { email, userId, chain } = request.body
      const { recipient } =
        email === undefined
          ? known(userIdRecipient(userId ?? '', chain), 'userId')
          : known(emailRecipient(email, chain), 'email')
      requireChain(context, project, chain)
      const user = userOf(recipient)
      if (!user) throw new Error('a user’s wallet without a user')
      const address = await context.wallets.address(project.kind, project.index, user, chain as ChainName)
      await addWallets(context.db, project.id, [{ ...user, chain, address }], context.clock())
      return reply.code(201).send({ chain, publicKey: address })
    },
  )

  app.get(
    '/wallets',
    {
      config: { scopes: ['wallets.read'] },
      schema: {
        ...common,
        operationId: 'listWallets',
        summary: 'List the wallets of a user',
        description: 'By `userId` or by `email`, not both. An unknown user has none.',
        querystring: walletsQuery,
        response: { 200: walletList, ...refusals(400, 401) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { email, userId } = request.query
      const user =
        email === undefined
          ? ({ kind: 'userId', user: userId ?? '' } as const)
          : ({ kind: 'email', user: normalEmail(email) ?? email } as const)
      const wallets = await walletsOf(context.db, project.id, user)
      return wallets.map(({ chain, address }) => ({ chain, publicKey: address }))
    },
  )
}

function known(parsed: ParsedRecipient, path: string): Extract<ParsedRecipient, { ok: true }> {
  if (parsed.ok) return parsed
  throw invalidRequest(parsed.faults.map(({ message }) => ({ path, message })))
}
