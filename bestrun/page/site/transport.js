// How a question travels: to the server, over HTTP.

/** Return the response to a question, given as JSON. */
export function send(name, body, { signal, accept }) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return fetch(`api/${name}`, { method: "POST", headers, signal, body });
}
