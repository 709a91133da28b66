import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { namedChain } from '../../../shared/app-api/wallet-text.ts'
import { type Project, type WalletMeaning, walletSearch } from '../../../shared/app-api.ts'
import { type ChainName, chainLabel, isChainName } from '../../../shared/chains.ts'
import { families, familyOf } from '../../../shared/families.ts'
import { normalEmail, parseWallet, type Recipient, userIdRecipient } from '../../../shared/locator.ts'
import { chainsInUse } from '../../store/collections/summaries.ts'
import { addressOf, userOf } from '../resources/users.ts'
import { walletAt } from '../resources/wallets/holdings.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { walletsNamed } from './wallet-names.ts'

/** One chain of each family, for a bare address: addresses of different families look different. */
const oneEach: readonly ChainName[] = Object.values(families).map(({ mainChain }) => mainChain)

/** The chains in use, and one chain of each family of which none is in use. */
function withOneEach(chains: readonly ChainName[]): ChainName[] {
  return [...chains, ...oneEach.filter((chain) => !chains.some((used) => familyOf(used) === familyOf(chain)))]
}

/** What a text can mean as a wallet. */
export function walletRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/wallets/search',
      { schema: { querystring: z.object({ q: z.string().max(1_000).default('') }), response: { 200: walletSearch } } },
      async (request) => {
        const text = request.query.q.trim()
        if (text === '') return { meanings: [], message: 'Type an address, an e-mail address or a user id.' }
        return await search(context, projectOf(request), text)
      },
    )
  }
}

async function search(context: AppContext, project: Project, text: string) {
  const searched = await searchedChains(context, project)
  // A name of a name service is never a user id, whether or not it resolves.
  const named =
    namedChain(text) === undefined
      ? undefined
      : await walletsNamed(context.chains, project, text, withOneEach(searched))
  const { recipients, message } = named ? { recipients: [], message: named.message } : meaningsOf(text, searched)
  const meanings = await Promise.all([
    ...(named?.wallets ?? []).map(({ recipient, name }) => meaning(context, project, recipient, name)),
    ...recipients.map((recipient) => meaning(context, project, recipient)),
  ])
  const found = meanings.flatMap((one) => (typeof one === 'string' ? [] : [one]))
  const refused = meanings.find((one) => typeof one === 'string')
  // The wallet with NFTs is most likely the one meant; the order of chains decides between equals.
  found.sort((a, b) => b.count - a.count)
  const shown = found.length > 0 ? named?.message : (message ?? refused)
  return { meanings: found, message: shown ?? null }
}

/** The chains that the project mints on; before its first mint, that of its default collection. */
async function searchedChains({ db, chains }: AppContext, project: Project): Promise<ChainName[]> {
  const used = (await chainsInUse(db, project.id)).filter(isChainName)
  const usable = used.filter((chain) => chains.unavailable(project.kind, chain) === null)
  return usable.length > 0 ? usable : ['polygon']
}

/** Everything that a text can mean on these chains; a sentence when it can mean nothing. */
export function meaningsOf(text: string, chains: readonly ChainName[]): { recipients: Recipient[]; message?: string } {
  const whole = parseWallet(text)
  if (whole.ok) return { recipients: [whole.recipient] }
  const email = normalEmail(text.replace(/^email:/i, ''))
  if (email !== undefined) return { recipients: onEach(chains, (chain) => parseWallet(email, chain)) }
  const addresses = onEach(withOneEach(chains), (chain) => parseWallet(text, chain)).filter(
    ({ kind }) => kind === 'address',
  )
  const [first] = addresses
  if (first !== undefined && mistyped(text, chains) === undefined) {
    // The address on the chains in use; on another family's chain only if it is valid on none of these.
    const used = addresses.filter(({ chain }) => chains.includes(chain))
    return { recipients: used.length > 0 ? used : [first] }
  }
  const ofIndexed = oneEach.flatMap((chain) => (familyOf(chain).indexed ? (mistyped(text, [chain]) ?? []) : []))[0]
  if (ofIndexed !== undefined) return { recipients: [], message: ofIndexed }
  const fault = mistyped(text, chains) ?? whole.faults[0]?.message
  if (/^0x/i.test(text) || /^[a-z-]+:/i.test(text)) return { recipients: [], ...(fault ? { message: fault } : {}) }
  return { recipients: onEach(chains, (chain) => userIdRecipient(text, chain)), ...(fault ? { message: fault } : {}) }
}

/** The error of an address that is too short for the chains in use, since another family's addresses may be as short. */
function mistyped(text: string, [chain]: readonly ChainName[]): string | undefined {
  if (chain === undefined || !familyOf(chain).shortAddress?.test(text)) return undefined
  const parsed = parseWallet(text, chain)
  return parsed.ok ? undefined : parsed.faults[0]?.message
}

function onEach(
  chains: readonly ChainName[],
  parse: (chain: ChainName) => ReturnType<typeof parseWallet>,
): Recipient[] {
  return chains.flatMap((chain) => {
    const parsed = parse(chain)
    return parsed.ok ? [parsed.recipient] : []
  })
}

/** A meaning with its address and the number of its NFTs; a sentence when its chain is not available. */
async function meaning(
  context: AppContext,
  project: Project,
  recipient: Recipient,
  name?: string,
): Promise<WalletMeaning | string> {
  const { chain, kind, locator } = recipient
  const { indexed, tokenIds } = familyOf(chain)
  const unavailable = indexed ? null : context.chains.unavailable(project.kind, chain)
  if (unavailable !== null) return unavailable
  const user = userOf(recipient)
  const address = await addressOf(context, project, recipient)
  const label = chainLabel(chain)
  const wallet = walletAt(project, chain, address)
  return {
    kind,
    chain,
    chainLabel: label,
    locator,
    address,
    description:
      user === undefined
        ? name === undefined
          ? `${label} address`
          : `${name} on ${label}`
        : user.kind === 'email'
          ? `Wallet of ${user.user} on ${label}`
          : `Wallet of the user ${user.user} on ${label}`,
    count: await context.holdings[indexed ? 'countIndexed' : tokenIds ? 'count' : 'countAssets'](wallet),
    explorer: indexed ? await context.holdings.explorer(wallet) : null,
  }
}
