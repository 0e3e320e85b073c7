"""Lines as the protocol page has them, each with its message. Their checks were computed apart from the code."""

from firmware_bridge.codec import AckFrame, CommandFrame, EventFrame
from firmware_bridge.messages import (
    Act,
    AskSnapshot,
    Boot,
    Button,
    ButtonAct,
    ButtonId,
    Dealer,
    DeviceEvent,
    DiceRoll,
    DiceSource,
    DiceValue,
    Drop,
    Emergency,
    Fault,
    Heartbeat,
    Hello,
    Inputs,
    Lift,
    LiftPos,
    Mode,
    Overflow,
    Ping,
    Power,
    Ready,
    Repeat,
    ResetCause,
    SayHello,
    SetTime,
    Shuffle,
    Snapshot,
    TileCount,
    Wall,
    WallState,
)

_READY = Inputs.READY | Inputs.POWER


def _event(seq: int, ms: int, event: DeviceEvent) -> EventFrame:
    return EventFrame(seq, ms, event)


FROM_DEVICE: tuple[tuple[bytes, EventFrame | AckFrame], ...] = (
    (
        b"$E,0,12,BOOT,fw=0.1.0,proto=1,uid=E6614103E7452D2F,reset=por*F0D2\n",
        _event(0, 12, Boot("0.1.0", 1, "E6614103E7452D2F", ResetCause.POWER_ON)),
    ),
    (b"$E,1,40,HELLO,proto=1,caps=FFFF,ch=15,cfg=1D0F*6D2C\n", _event(1, 40, Hello(1, 0xFFFF, 15, 0x1D0F))),
    (b"$E,2,1000,HB,up=1,in=4080,q=0,ovf=0,crcerr=0*4593\n", _event(2, 1000, Heartbeat(1, _READY, 0, 0, 0))),
    (
        b"$E,3,1001,SNAP,in=4080,lift=down,shuf=0,ready=1*348A\n",
        _event(3, 1001, Snapshot(_READY, LiftPos.DOWN, shuffling=False, ready=True)),
    ),
    (b"$E,4,2000,PWR,on=1*4827\n", _event(4, 2000, Power(on=True))),
    (b"$E,5,3000,BTN,id=lift1,act=down*C347\n", _event(5, 3000, Button(ButtonId.LIFT1, ButtonAct.DOWN))),
    (b"$E,6,3150,BTN,id=lift1,act=up,dur=150*BBC5\n", _event(6, 3150, Button(ButtonId.LIFT1, ButtonAct.UP, 150))),
    (b"$E,7,3200,EMERG*E38B\n", _event(7, 3200, Emergency())),
    (b"$E,8,4000,LIFT,pos=moving*0737\n", _event(8, 4000, Lift(LiftPos.MOVING))),
    (b"$E,9,5500,LIFT,pos=up*AEC7\n", _event(9, 5500, Lift(LiftPos.UP))),
    (b"$E,10,9000,DROP*0A67\n", _event(10, 9000, Drop())),
    (b"$E,11,9100,SHUF,act=start*7CF9\n", _event(11, 9100, Shuffle(Act.START))),
    (b"$E,12,35100,SHUF,act=stop,ms=26000*6404\n", _event(12, 35100, Shuffle(Act.STOP, 26000))),
    (b"$E,13,35200,TILE,port=3,n=34*54F0\n", _event(13, 35200, TileCount(3, 34))),
    (b"$E,14,11900,WALL,seat=2,st=raised*7D4D\n", _event(14, 11900, Wall(2, WallState.RAISED))),
    (b"$E,15,35300,READY,on=1*8A5C\n", _event(15, 35300, Ready(on=True))),
    (b"$E,16,12000,DICE,act=start,seat=0*80EB\n", _event(16, 12000, DiceRoll(Act.START, 0))),
    (b"$E,17,13800,DICE,act=stop,seat=x,ms=1800*DC07\n", _event(17, 13800, DiceRoll(Act.STOP, None, 1800))),
    (b"$E,18,14050,DICEV,v=3:5,src=led*0B3B\n", _event(18, 14050, DiceValue((3, 5)))),
    (
        b"$E,19,14051,DICEV,v=6,seat=1,src=vendor*99CD\n",
        _event(19, 14051, DiceValue((6,), 1, DiceSource.VENDOR)),
    ),
    (b"$E,20,14100,DEALER,seat=3*975D\n", _event(20, 14100, Dealer(3))),
    (b"$E,21,14200,REPEAT,n=4,raw=1E*255E\n", _event(21, 14200, Repeat(4, 0x1E))),
    (b"$E,22,14300,MODE,v=0*EB57\n", _event(22, 14300, Mode(0))),
    (b"$E,23,14400,FAULT,cleared=0,code=E1*669F\n", _event(23, 14400, Fault(cleared=False, code="E1"))),
    (b"$E,24,14500,FAULT,cleared=1,raw=1F*0FE0\n", _event(24, 14500, Fault(cleared=True, lamps=0x1F))),
    (b"$E,65535,1073741823,OVF,dropped=7*16F7\n", _event(65535, 1073741823, Overflow(7))),
    (b"$A,7,OK*C801\n", AckFrame(7, ok=True)),
    (b"$A,8,ERR,unreadable DANCE*9D9E\n", AckFrame(8, ok=False, reason="unreadable DANCE")),
)

FROM_HOST: tuple[tuple[bytes, CommandFrame], ...] = (
    (b"$C,0,HELLO,proto=1,host=0.1.0*E97F\n", CommandFrame(0, SayHello(1, "0.1.0"))),
    (b"$C,1,PING*3A52\n", CommandFrame(1, Ping())),
    (b"$C,2,SNAP*9816\n", CommandFrame(2, AskSnapshot())),
    (b"$C,65535,TIME,ms=1790000000000*6C63\n", CommandFrame(65535, SetTime(1_790_000_000_000))),
)
