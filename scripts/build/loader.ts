/**
 * The inline script of the page: it requests the main script once the form, which needs no script, has been painted. In
 * a browser without paint times it does so a moment after `load`, or at once when the field gets focus.
 * If the main script fails to load, the page says so; the typed text survives the reload in the tab's history entry,
 * where the main script finds it.
 * An Enter in the meantime is recorded in the field, with the text at that moment. It shows the link to the page in the
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
    // This comes last, because a hardened browser lacks the observer, or has one that throws.
    "try{new PerformanceObserver(load).observe({type:'paint',buffered:true})}catch{}",
  ].join(';');
}
