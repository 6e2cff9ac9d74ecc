// What the scripts meet that no standard describes: htmx's events.

interface HtmxContext {
  sourceElement: HTMLElement;
  target: HTMLElement;
  request: { body: URLSearchParams | null };
  fetch: typeof window.fetch;
  /** Missing while there is no answer. */
  response?: { status: number; raw?: Response };
  text?: string;
}

interface HtmxTask {
  type: string;
  fragment: DocumentFragment;
  swapSpec: { style: string };
}

interface DocumentEventMap {
  "htmx:before:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:after:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:error": CustomEvent<{ ctx: HtmxContext; error: Error }>;
  "htmx:before:swap": CustomEvent<{ ctx: HtmxContext; tasks: HtmxTask[] }>;
  "htmx:after:swap": CustomEvent<{ ctx: HtmxContext | null }>;
}

interface Window {
  /** Missing where its CDN was not reached. */
  htmx?: { process(element: Element): void };
}
