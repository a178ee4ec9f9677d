/**
 * The script within the page: it asks for the main script when the form, which is there without any, has been painted.
 * A browser that hides such times from pages asks a moment after `load`, and whoever enters the field waits for neither.
 * If the main script does not come, the page says so; the typed text survives the reload in the entry of the tab's
 * history, from which the main script takes it back.
 * @param main its address, from the page
 */
export function loaderOf(main: string): string {
  const reload =
    "history.replaceState(document.querySelector('input').value||history.state,'');location.reload()";
  const failed = `()=>{let p=document.querySelector('#unreachable');p.hidden=false;p.lastElementChild.onclick=()=>{${reload}}}`;
  return [
    // A module is loaded once, however often it is imported.
    `let load=()=>import('${main}').catch(${failed})`,
    "new PerformanceObserver(load).observe({type:'paint',buffered:true})",
    "addEventListener('load',()=>setTimeout(load,200))",
    "addEventListener('focusin',load)",
  ].join(';');
}
