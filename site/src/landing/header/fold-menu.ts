/** Closes the phone's menu after a press on one of its links. Dialogs close it without this. */
export function foldMenu(menu: HTMLElement): void {
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) menu.hidePopover();
  });
}
