"""Numba-only pieces: hardware bit counts, block copy, chance without a given deal, arrays read as positions.

The only file of the kernel that needs Numba; bind.py imports it when fast mode is first asked for.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, ignore-errors
from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import config, from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic

from hoofspiel.kernel.chance import draw, draw_one


@intrinsic
def popcount(typingctx, m):
    def gen(context, builder, sig, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), gen


@intrinsic
def trailing_zeros(typingctx, m):
    def gen(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), gen


@intrinsic
def top_bit(typingctx, m):
    def gen(context, builder, sig, args):
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), gen


@intrinsic
def deposited(typingctx, mask, k):
    """The index of the k-th set bit by one instruction of newer processors."""

    def gen(context, builder, sig, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        found = builder.call(deposit, [builder.shl(ir.Constant(word, 1), args[1]), args[0]])
        return builder.cttz(found, ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64, types.int64), gen


def special_instructions() -> dict[str, Any]:
    """Functions of bits.py that this processor has an instruction for; some have a slow one, which is not used."""
    native = not (config.CPU_NAME or config.CPU_FEATURES)
    able = native and get_host_cpu_features().get("bmi2") and get_host_cpu_name() not in ("znver1", "znver2")
    return {"pick": deposited} if able else {}


@intrinsic
def assign(typingctx, s, other):
    """Copy a whole position."""

    def gen(context, builder, sig, args):
        size = ir.Constant(ir.IntType(64), sig.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.none(s, other), gen


def deal_cards(s, pile, number, pool, need):
    return draw(s, pool, need)


def deal_card(s, pile, number, pool):
    return draw_one(s, pool)


def dealt(s, pile, number, otherwise):
    return otherwise


def silent(s, reader, kind, seat, data):
    pass


def one_version(f: Any) -> Any:
    """Keep Numba from compiling a function again for every constant it is called with."""
    template = f.get_call_template
    f.get_call_template = lambda args, kws: template([types.unliteral(a) for a in args], kws)
    return f


def record_type(fields: Any) -> Any:
    """The NumPy type with these fields: whole numbers, arrays of them (given by length), floats."""
    return np.dtype([(f, "i8") if t is int else (f, "f8") if t is float else (f, "i8", t) for f, t in fields])


def viewer_of(dtype: Any) -> Any:
    """The intrinsic that reads an int64 array as a position of this type."""
    record = from_dtype(dtype)

    @intrinsic
    def position_in(typingctx, a):
        def gen(context, builder, sig, args):
            data = context.make_array(sig.args[0])(context, builder, args[0]).data
            return builder.bitcast(data, context.get_value_type(record))

        return record(a), gen

    return position_in
