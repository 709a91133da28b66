/** The text of src/client/api.ts. @param openapi what `/openapi.json` answers */
export function apiTypes(openapi: object): Promise<string>
