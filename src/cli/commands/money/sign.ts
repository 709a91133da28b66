import { withPassphrase } from '../../ask-twice.ts'
import { type Context, withApi } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../failure.ts'

/** Signs a text with the key of the fee balance. */
export async function signMessage(context: Context, chain: string, message: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const signed = await withPassphrase(context, (passphrase) => api.signMessage({ chain, message, ...passphrase }))
    context.terminal.result(signed, [`Address    ${signed.address}`, `Signature  ${signed.signature}`])
    return exitCodes.done
  })
}
