/** Which users' e-mail addresses may be almost those of others (recipient.similar): few have letters beyond ASCII. */
export const sql = `
CREATE INDEX wallets_folding ON wallets (project_id, user) WHERE kind = 'email' AND user GLOB '*[^ -~]*';
`
