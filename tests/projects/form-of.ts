/** The payload and the headers of a request with a form. */
export async function formOf(fields: Record<string, string | File> | [string, string | File][]) {
  const form = new FormData()
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': `${encoded.headers.get('content-type')}` },
  }
}
