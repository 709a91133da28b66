/** The API's description as TypeScript types. */
import openapiTS, { astToString } from 'openapi-typescript'

/**
 * The text of src/client/api.ts.
 *
 * @param {object} openapi what `/openapi.json` answers
 * @returns {Promise<string>}
 */
export async function apiTypes(openapi) {
  const types = astToString(
    await openapiTS(openapi, {
      alphabetize: true,
      // A field with a default may be left out of a body; what an answer has is required there.
      defaultNonNullable: false,
      silent: true,
    }),
  )
  return `// Written from the API's description by \`npm run client\`; not edited by hand.\n${types}`
}
