/**
 * The inline script of the page: it requests the main script once the form, which needs no script, has been painted. In
 * a browser that hides paint times from pages it does so a moment after `load`, and focus in the field skips the wait.
 * If the main script does not come, the page says so; the typed text survives the reload in the tab's history entry,
 * where the main script finds it.
 * An Enter in the meantime is noted in the field, with the text that it was meant for. It shows the link to the page in the
 * browser's first language.
 * @param main its address, from the page
 */
export function loaderOf(main: string): string {
  const reload =
    "history.replaceState(document.querySelector('input').value||history.state,'');location.reload()";
  const failed = `()=>{let p=document.querySelector('#unreachable');p.hidden=false;p.lastElementChild.onclick=()=>{${reload}}}`;
  const inOwnLanguage =
    "document.querySelectorAll('#languages [data-tags]').forEach(a=>{a.hidden=!RegExp(a.dataset.tags,'i').test(navigator.language)})";
  return [
    // A module is loaded once, however often it is imported.
    `let load=()=>import('${main}').catch(${failed})`,
    "addEventListener('load',()=>setTimeout(load,200))",
    "addEventListener('focusin',load)",
    inOwnLanguage,
    "addEventListener('keydown',({key,isComposing,target:t})=>{if(key=='Enter'&&!isComposing)t.dataset.entered=t.value})",
    // Last: a hardened browser has no such observer, or one that throws.
    "try{new PerformanceObserver(load).observe({type:'paint',buffered:true})}catch{}",
  ].join(';');
}
