import { withPassphrase } from '../../ask/ask-twice.ts'
import { type Context, withApi } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../failure.ts'
import { facts } from '../../table.ts'

/** Signs a text with the key of the fee balance. */
export async function signMessage(context: Context, chain: string, message: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const signed = await withPassphrase(context, (passphrase) => api.signMessage({ chain, message, ...passphrase }))
    const { address, signature, publicKey } = signed
    const lines: [string, string][] = [
      ['Address', address],
      ...(publicKey === null ? [] : ([['Public key', publicKey]] satisfies [string, string][])),
      ['Signature', signature],
      // The signed text has more lines than the typed one. JSON shows each character.
      ...(signed.message === message
        ? []
        : ([['Signed', JSON.stringify(signed.message)]] satisfies [string, string][])),
    ]
    context.terminal.result(signed, facts(lines, context.terminal.columns))
    return exitCodes.done
  })
}
