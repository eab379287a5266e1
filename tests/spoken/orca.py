"""Orca without a voice: prints each line that it would say, and presses the keys that it is sent."""

import ctypes
import json
import sys
import threading

# Not this file, which Python would find first.
del sys.path[0]
from orca import orca, settings, speech


def say(text):
    words = " ".join(text.split())
    if words:
        print(json.dumps(words), flush=True)


def read_aloud(utterances, _progress):
    """Reads a whole page, each object in one line."""
    said, of = [], None
    for context, _voice in utterances:
        if said and context.obj != of:
            say(" ".join(said))
            said = []
        of = context.obj
        said.append(context.utterance)
    say(" ".join(said))


speech.init = lambda: None
speech._speak = lambda text, _voice, _interrupt: say(text)
speech.sayAll = read_aloud

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XStringToKeysym.restype = ctypes.c_ulong
x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
for call in (x11.XFlush, x11.XDefaultRootWindow):
    call.argtypes = [ctypes.c_void_p]
    call.restype = ctypes.c_ulong
# Windows that don't show can't be focused, and are not worth an exit.
x11.XQueryTree.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_void_p] * 4]
x11.XSetInputFocus.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_ulong]
x11.XMoveResizeWindow.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 4]
x11.XDisplayWidth.argtypes = x11.XDisplayHeight.argtypes = [ctypes.c_void_p, ctypes.c_int]
x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
x11.XSetErrorHandler(ignore)
xtst.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]


def press(display, keys):
    codes = [
        x11.XKeysymToKeycode(display, x11.XStringToKeysym(key.encode()))
        for key in keys.split("+")
    ]
    for code in codes:
        xtst.XTestFakeKeyEvent(display, code, 1, 0)
    for code in reversed(codes):
        xtst.XTestFakeKeyEvent(display, code, 0, 0)
    x11.XFlush(display)


def show_window(display):
    """Without a window manager, nobody else fits it to the screen and gives it the keyboard."""
    root, parent = ctypes.c_ulong(), ctypes.c_ulong()
    windows, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    x11.XQueryTree(
        display,
        x11.XDefaultRootWindow(display),
        *map(ctypes.byref, (root, parent, windows, count)),
    )
    for window in windows[: count.value]:
        x11.XMoveResizeWindow(
            display, window, 0, 0, x11.XDisplayWidth(display, 0), x11.XDisplayHeight(display, 0)
        )
        x11.XSetInputFocus(display, window, 1, 0)
    x11.XSync(display, 0)


def obey():
    display = x11.XOpenDisplay(None)
    for line in sys.stdin:
        keys = line.strip()
        if keys:
            press(display, keys)
        else:
            show_window(display)


threading.Thread(target=obey, daemon=True).start()
orca.getSettingsManager().activate(None, {"enableKeyEcho": False, "sayAllOnLoad": False})
orca.main()
