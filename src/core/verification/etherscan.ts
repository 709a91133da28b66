import { z } from 'zod'
import { askExplorer, readAnswer, saidBy } from './ask-explorer.ts'
import { ExplorerError } from './explorer-error.ts'

const name = 'Etherscan'

/** Etherscan's API, version 2, with the person's key (https://docs.etherscan.io): every plan may send source code. */
export interface Etherscan {
  /** Tests the key with a harmless request. @throws ExplorerError `key` where Etherscan refuses it */
  tryKey(): Promise<void>
  /** Sends a source. @returns the job's id for `checked`; null: Etherscan has the source already. @throws ExplorerError */
  submit(chainId: number, address: string, submission: Submission): Promise<string | null>
  /** Whether the job has compiled to the contract's code; null: not yet. @throws ExplorerError `refused` when it compiled to other code */
  checked(chainId: number, guid: string): Promise<true | null>
}

/** A submission as `npm run contracts` writes it, in Sourcify's form. */
export const submissionSchema = z.object({
  /** `0.8.37+commit.f401782d` */
  compilerVersion: z.string(),
  /** `Collection721.sol:Collection721` */
  contractIdentifier: z.string(),
  /** Solidity's standard JSON input. */
  stdJsonInput: z.unknown(),
})
export type Submission = z.output<typeof submissionSchema>

/** `status` 1: done. `result`: the value, or why there is none; when Etherscan is busy, only `message` says so. */
const answered = z.object({
  ...{ status: z.enum(['0', '1']), result: z.string().nullable() },
  message: z.string().optional(),
})

/** @param server the API's address, without a query */
export function etherscanAt(server: string, key: string, signal: AbortSignal): Etherscan {
  async function ask(
    chainId: number,
    fields: Record<string, string>,
    posted: boolean,
  ): Promise<{ status: '0' | '1'; result: string }> {
    const form = new URLSearchParams({ module: 'contract', ...fields })
    const query = new URLSearchParams({ chainid: String(chainId), apikey: key })
    const url = posted ? `${server}?${query}` : `${server}?${query}&${form}`
    const { status, json } = await askExplorer({ name, url, ...(posted ? { body: { form } } : {}), signal })
    if (status !== 200)
      throw new ExplorerError('unreachable', `${name} answers with status ${status}: try again later.`)
    const { status: state, result, message = '' } = readAnswer(name, answered, json)
    // An answer may repeat the key, and people see it who must not know the key.
    const answer = { status: state, result: (result ?? message).replaceAll(key, `…${key.slice(-4)}`) }
    if (/rate limit/i.test(answer.result))
      throw new ExplorerError('limited', `${name} is asked too often with this key: try again in some minutes.`)
    if (/invalid api key|missing.*api key/i.test(answer.result))
      throw new ExplorerError('key', `${name} does not take the key: copy it again from its page “API Keys”.`)
    if (/unsupported chainid/i.test(answer.result))
      throw new ExplorerError('unsupported', `${name} does not know this network.`)
    return answer
  }
  return {
    async tryKey() {
      // Asking about a job needs a valid key, and a job that does not exist changes nothing.
      await ask(1, { action: 'checkverifystatus', guid: 'none' }, false)
    },
    async submit(chainId, address, { compilerVersion, contractIdentifier, stdJsonInput }) {
      const { status, result } = await ask(
        chainId,
        {
          action: 'verifysourcecode',
          codeformat: 'solidity-standard-json-input',
          contractaddress: address,
          contractname: contractIdentifier,
          compilerversion: `v${compilerVersion}`,
          sourceCode: JSON.stringify(stdJsonInput),
          // Neither implementations nor the factory have constructor arguments.
          constructorArguements: '',
        },
        true,
      )
      if (status === '1') return result
      if (isKnown(result)) return null
      throw new ExplorerError('refused', `${name} does not take the source${saidBy(result)}.`)
    },
    async checked(chainId, guid) {
      const { status, result } = await ask(chainId, { action: 'checkverifystatus', guid }, false)
      if (status === '1' || isKnown(result)) return true
      if (/pending/i.test(result)) return null
      throw /^fail|unable to verify/i.test(result)
        ? new ExplorerError('refused', `${name} comes to other code than lies there${saidBy(result)}.`)
        : new ExplorerError('answer', `${name} does not say what it came to${saidBy(result)}: try again later.`)
    },
  }
}

function isKnown(result: string): boolean {
  return /already verified/i.test(result)
}
