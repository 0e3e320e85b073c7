"""What the line says, in words for a person: every message of MJT/1 in Chinese and in English."""

from dataclasses import fields
from enum import Enum
from typing import assert_never

from firmware_bridge.codec import AckFrame, CommandFrame, EventFrame, Unreadable
from firmware_bridge.messages import (
    Act,
    Arm,
    AskSnapshot,
    Boot,
    Bootloader,
    Button,
    ButtonAct,
    Command,
    Configure,
    Dealer,
    DeviceEvent,
    DiceRoll,
    DiceValue,
    Disarm,
    Drop,
    Emergency,
    Fault,
    Heartbeat,
    Hello,
    Inputs,
    Lift,
    LiftPos,
    LinkLost,
    LinkUp,
    Mode,
    Output,
    Overflow,
    Ping,
    Power,
    Press,
    RawEdge,
    Ready,
    Reboot,
    Repeat,
    ResetCause,
    SaveConfig,
    SayHello,
    SetLog,
    SetTime,
    Shuffle,
    Snapshot,
    Subscribe,
    TableEvent,
    TelemetryGap,
    TileCount,
    Wall,
    WallState,
    Watchdog,
)
from firmware_bridge.sentence import Language

_LIFT = {LiftPos.UP: ("升起", "up"), LiftPos.DOWN: ("降下", "down"), LiftPos.MOVING: ("移动中", "moving")}
_WALL = {
    WallState.READY: ("已码好, 在桌下等待", "finished, waits below"),
    WallState.RAISED: ("已升上桌面", "raised onto the felt"),
    WallState.DOWN: ("升牌板已回落", "board down again"),
}
_RESET = {
    ResetCause.POWER_ON: ("通电", "power on"),
    ResetCause.WATCHDOG: ("看门狗", "watchdog"),
    ResetCause.USB: ("USB 命令", "command over USB"),
}


def say_frame(frame: EventFrame | AckFrame | CommandFrame, language: Language) -> str:
    """Return one line of the stream in words."""
    match frame:
        case EventFrame(event=event):
            pair = _unreadable(event) if isinstance(event, Unreadable) else _told(event)
        case CommandFrame(command=command):
            pair = _unreadable(command) if isinstance(command, Unreadable) else _asked(command)
        case AckFrame(seq=seq, ok=ok, reason=reason):
            zh, en = f"命令 {seq} 已执行", f"command {seq} done"
            if not ok:
                zh, en = (
                    f"命令 {seq} 被拒绝: {reason or '未说明'}",
                    f"command {seq} refused: {reason or 'no reason given'}",
                )
            pair = (zh, en)
        case never:
            assert_never(never)
    return _in(pair, language)


def say_notice(event: TableEvent, language: Language) -> str | None:
    """Return what the link itself notices, in words; None for what the table merely tells."""
    match event:
        case LinkUp():
            pair = ("连上了: 采集板有应答", "linked: the board answers")
        case LinkLost():
            pair = ("断了: 听不到采集板, 改由摄像头跟进", "lost: the board is not heard; the camera goes on alone")
        case TelemetryGap(missed=None):
            pair = ("采集板重新开始, 本局遥测不完整", "the board began anew; this hand's telemetry is incomplete")
        case TelemetryGap(missed=missed):
            pair = (f"缺了 {missed} 条, 本局遥测不完整", f"{missed} missing; this hand's telemetry is incomplete")
        case Fault(code=str() as code) if code.startswith("stuck."):
            pair = (f"输入 {code[6:]} 变化太快, 像是传感器坏了", f"input {code[6:]} changes too fast: a stuck sensor?")
        case _:
            return None
    return _in(pair, language)


def fields_of(message: DeviceEvent | Command | Unreadable) -> dict[str, str | int | bool | list[int] | None]:
    """Return a message's fields for a program: enums by their word, bitmaps as numbers."""
    return {declared.name: _plain(getattr(message, declared.name)) for declared in fields(message)}


def _plain(value: object) -> str | int | bool | list[int] | None:
    match value:
        case bool() | str() | None:
            return value
        case int():
            return int(value)
        case tuple():
            return [int(each) for each in value]
        case Enum():
            return str(value.value)
        case _:
            return str(value)


def _in(pair: tuple[str, str], language: Language) -> str:
    return pair[0] if language is Language.ZH else pair[1]


def _unreadable(message: Unreadable) -> tuple[str, str]:
    return (f"看不懂 {message.name}: {message.why}", f"cannot read {message.name}: {message.why}")


def _told(event: DeviceEvent) -> tuple[str, str]:
    about_table = _about_table(event)
    return _about_board(event) if about_table is None else about_table


def _about_table(event: DeviceEvent) -> tuple[str, str] | None:  # noqa: C901, PLR0911, PLR0912 -- one case a message
    match event:
        case Power(on):
            return ("牌桌通电" if on else "牌桌断电", f"the table's power is {'on' if on else 'off'}")
        case Button(button, act, duration_ms):
            held = "" if duration_ms is None else f" ({duration_ms} ms)"
            pressed = act is ButtonAct.DOWN
            zh = f"按钮 {button.value} {'按下' if pressed else '松开'}{held}"
            return (zh, f"button {button.value} {'pressed' if pressed else 'let go'}{held}")
        case Emergency():
            return ("紧急升降: 两个升降按钮同时按下", "emergency: both lift buttons at once")
        case Lift(pos):
            return (f"升降台: {_LIFT[pos][0]}", f"console: {_LIFT[pos][1]}")
        case Drop():
            return ("推牌入桌, 新的一局开始", "the tiles go in; a new hand begins")
        case Shuffle(act, duration_ms):
            took = "" if duration_ms is None else f" ({duration_ms / 1000:.1f} s)"
            started = act is Act.START
            return (f"洗牌{'开始' if started else '结束'}{took}", f"shuffling {'begins' if started else 'ends'}{took}")
        case TileCount(port, total):
            return (f"口 {port}: 已过 {total} 张", f"port {port}: {total} tiles so far")
        case Wall(seat, state):
            return (f"{seat} 号座的牌墙: {_WALL[state][0]}", f"wall of seat {seat}: {_WALL[state][1]}")
        case Ready(on):
            return (f"理牌指示灯{'亮' if on else '灭'}", f"ready lamp {'on' if on else 'off'}")
        case DiceRoll(act, seat, duration_ms):
            took = "" if duration_ms is None else f" ({duration_ms} ms)"
            started = act is Act.START
            zh = f"骰子{'转动' if started else '停下'}, {_seat_zh(seat)}{took}"
            return (zh, f"dice {'turn' if started else 'stop'}, {_seat_en(seat)}{took}")
        case DiceValue(dice, seat):
            shown = " + ".join(map(str, dice))
            return (
                f"骰子点数 {shown} = {sum(dice)}, {_seat_zh(seat)}",
                f"dice show {shown} = {sum(dice)}, {_seat_en(seat)}",
            )
        case Dealer(seat):
            return (f"庄家灯: {_seat_zh(seat)}", f"dealer's lamp: {_seat_en(seat)}")
        case Repeat(count):
            return (f"连庄 {count} 次", f"dealer repeats: {count}")
        case Mode(value):
            return (
                f"档位 {value}{' (测试程序)' if value == 0 else ''}",
                f"mode dial {value}{' (test)' if not value else ''}",
            )
        case Fault(cleared, code, lamps):
            what = code or ("?" if lamps is None else f"{lamps:X}")
            return (f"故障{'解除' if cleared else ''}: {what}", f"fault {'over: ' if cleared else ''}{what}")
        case Snapshot(inputs, lift, shuffling, ready):
            zh = f"现状: 升降台{_LIFT[lift][0]}, {'在' if shuffling else '不在'}洗牌, 灯{'亮' if ready else '灭'}"
            lamp = f"lamp {'on' if ready else 'off'}, inputs {_inputs(inputs)}"
            en = f"stands: console {_LIFT[lift][1]}, {'' if shuffling else 'not '}shuffling, {lamp}"
            return (f"{zh}, 输入 {_inputs(inputs)}", en)
        case _:
            return None


def _about_board(event: DeviceEvent) -> tuple[str, str]:
    match event:
        case Boot(firmware, protocol, uid, reset):
            tail = f"firmware {firmware}, MJT/{protocol}, {uid}"
            return (f"采集板启动 ({_RESET[reset][0]}): {tail}", f"the board starts ({_RESET[reset][1]}): {tail}")
        case Hello(protocol, _, channels):
            return (
                f"采集板应答: MJT/{protocol}, {channels} 路输入",
                f"the board answers: MJT/{protocol}, {channels} inputs",
            )
        case Heartbeat(up_s, inputs, queued, overflowed, crc_errors):
            tail = f"{_inputs(inputs)}; q {queued}, ovf {overflowed}, crc {crc_errors}"
            return (f"心跳: 已运行 {up_s} s, 输入 {tail}", f"heartbeat: up {up_s} s, inputs {tail}")
        case Overflow(dropped):
            return (f"采集板丢了 {dropped} 条旧消息", f"the board threw {dropped} old lines away")
        case RawEdge(channel, level, since_us):
            return (
                f"通道 {channel} 变为 {level:d} ({since_us} us)",
                f"channel {channel} goes to {level:d} ({since_us} us)",
            )
        case _:
            return (event.NAME, event.NAME)


def _asked(command: Command) -> tuple[str, str]:  # noqa: C901, PLR0911, PLR0912 -- one case a command
    match command:
        case SayHello(protocol, host):
            return (f"主机问候: MJT/{protocol}, {host}", f"the host greets: MJT/{protocol}, {host}")
        case Ping():
            return ("主机: 在吗", "the host: are you there")
        case AskSnapshot():
            return ("主机询问现状", "the host asks how the table stands")
        case SetTime(epoch_ms):
            return (f"主机报时 {epoch_ms}", f"the host tells the time {epoch_ms}")
        case Subscribe(channels):
            return (f"主机要看原始通道 {channels:X}", f"the host asks for raw channels {channels:X}")
        case Configure(channel):
            return (f"主机设置通道 {channel}", f"the host sets channel {channel}")
        case SaveConfig():
            return ("主机要求保存设置", "the host has the settings saved")
        case Output():
            return ("主机控制板上的灯和蜂鸣器", "the host sets the board's lamp and buzzer")
        case Arm(for_s):
            return (f"主机请求解锁按键 {for_s} s", f"the host asks to drive buttons for {for_s} s")
        case Press(button, for_ms):
            return (f"主机按 {button.value} {for_ms} ms", f"the host presses {button.value} for {for_ms} ms")
        case Disarm():
            return ("主机锁上按键", "the host ends driving buttons")
        case Watchdog():
            return ("主机启动看门狗", "the host starts the watchdog")
        case Reboot():
            return ("主机要求重启", "the host asks for a restart")
        case Bootloader():
            return ("主机要求进入刷机模式", "the host asks for the boot ROM, to flash")
        case SetLog(level):
            return (f"主机设日志级别 {level.value}", f"the host sets the log to {level.value}")
        case never:
            assert_never(never)


def _seat_zh(seat: int | None) -> str:
    return "座位不明" if seat is None else f"{seat} 号座"


def _seat_en(seat: int | None) -> str:
    return "seat unknown" if seat is None else f"seat {seat}"


def _inputs(inputs: Inputs) -> str:
    names = [(flag.name or "").lower() for flag in Inputs if flag in inputs]
    return " ".join(names) or "-"
