import { bytesLayout } from '../../../chains/aptos/bcs/values.ts'
import { type FrameworkFunction, read } from '../execution/context.ts'
import { type AbortReason, abort } from '../execution/failures.ts'

const invalidUtf8: AbortReason = {
  ...{ category: null, name: 'EINVALID_UTF8', code: 1 },
  description: 'An invalid UTF8 encoding.',
}

/** Functions with which composed scripts make values. BCS writes a String like its bytes, and an Option like a vector of none or one. */
export const stdFunctions: Record<string, FrameworkFunction> = {
  '0x1::string::utf8': {
    ...{ entry: false, public: true, signers: 0, types: 0, values: 1 },
    run(_, { values }) {
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(read(bytesLayout(), values, 0))
      } catch {
        throw abort('0x1::string', invalidUtf8)
      }
      return [...values]
    },
  },
  '0x1::option::none': {
    ...{ entry: false, public: true, signers: 0, types: 1, values: 0 },
    run: () => [Uint8Array.of(0)],
  },
  '0x1::option::to_vec': {
    ...{ entry: false, public: true, signers: 0, types: 1, values: 1 },
    run: (_, { values }) => [...values],
  },
}
