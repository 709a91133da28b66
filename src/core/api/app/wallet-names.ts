import type { Project } from '../../../shared/app-api.ts'
import { type ChainName, chainLabel } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import { parseWallet, type Recipient } from '../../../shared/locator.ts'
import { nameFault, writtenName } from '../../../shared/spreadsheet/recipient-name.ts'
import type { Chains } from '../../chains/family/family.ts'
import { doubtSentence, type NameAnswer } from '../../chains/family/names.ts'

/** A wallet that a name resolves to now. */
export interface NamedWallet {
  recipient: Recipient
  name: string
}

/**
 * Resolves a name on each of these chains whose name service has names of its ending (`nick.eth`, `toly.sol`).
 * @returns the wallets, or `message`: why there are none; neither if the text is no such name
 */
export async function walletsNamed(
  chains: Pick<Chains, 'client'>,
  { kind }: Pick<Project, 'kind'>,
  text: string,
  on: readonly ChainName[],
): Promise<{ wallets: NamedWallet[]; message?: string }> {
  const asked = on.flatMap((chain) => {
    const written = writtenName(text, chain)
    const endings = familyOf(chain).names?.endings ?? []
    const isTheirs = endings.some((ending) => written?.name.toLowerCase().endsWith(`.${ending}`))
    return written?.of === 'own' && isTheirs
      ? [{ chain, name: written.name, fault: nameFault(written, chain, kind === 'live') }]
      : []
  })
  const found = await Promise.all(
    asked.map(async ({ chain, name, fault }): Promise<NamedWallet | string> => {
      if (fault !== undefined)
        return `${name} is a name, and names are looked up on live projects only: search for the address.`
      const answer = await answerOf(chains, chain, name)
      if (answer.kind === 'none') return answer.why
      if (answer.kind === 'doubt') return doubtSentence(name, answer)
      if (answer.kind === 'unknown')
        return `${name} could not be looked up on ${chainLabel(chain)} (${answer.why}): try again in a moment.`
      const wallet = parseWallet(answer.address, chain)
      return wallet.ok ? { recipient: wallet.recipient, name } : `${name} leads to no wallet on ${chainLabel(chain)}.`
    }),
  )
  const wallets = found.flatMap((one) => (typeof one === 'string' ? [] : [one]))
  const message = found.find((one) => typeof one === 'string')
  return { wallets, ...(wallets.length === 0 && message !== undefined ? { message } : {}) }
}

async function answerOf(chains: Pick<Chains, 'client'>, chain: ChainName, name: string): Promise<NameAnswer> {
  try {
    const { names } = await chains.client('live', chain)
    const [answer] = (await names?.resolve([name])) ?? []
    return answer ?? { kind: 'unknown', why: 'no names are looked up there' }
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message.replace(/\.$/, '') : String(error) }
  }
}
