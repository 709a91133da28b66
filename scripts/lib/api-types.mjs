/** Turns the API's OpenAPI description into TypeScript types. */
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
      // A request body may leave out a field with a default; the schemas of answers mark it as required.
      defaultNonNullable: false,
      silent: true,
    }),
  )
  return `// Written from the API's description by \`npm run client\`; not edited by hand.\n${types}`
}
