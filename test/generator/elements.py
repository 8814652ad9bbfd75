# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element types of tiles."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Element:
    name: str  # In CUDA.
    size: int
    zero: str
    number: str  # Its value as a result; {0} is an element.
    result: str  # The type of sums.
    scaled: str = ""  # Something to do to a value on its way; {0} is the value.
    sum: str = ""  # Of two values.
    fill: str = ""  # What guards may put in place of a zero.

    def value(self, text):
        return self.number.format(text)


ELEMENTS = {
    "float": Element("float", 4, "0.0f", "{0}", "float", "{0} * 1.5f",
                     "{0} + {1}",
                    fill="-1.5f"),
    "half": Element("__half", 2, "__float2half(0.0f)", "__half2float({0})",
                    "float", "__hmul({0}, __float2half(0.5f))",
                    "__hadd({0}, {1})",
                    fill="__float2half(2.0f)"),
    "int": Element("int", 4, "0", "{0}", "int", "{0} * 3 - 1", "{0} + {1}",
                    fill="-3"),
    "double": Element("double", 8, "0.0", "{0}", "double", "{0} * 0.3",
                      "{0} - {1}",
                    fill="0.25"),
    "char": Element("signed char", 1, "0", "{0}", "int",
                    "(signed char)({0} ^ 5)", "(signed char)({0} + {1})",
                    fill="7"),
    "ushort": Element("unsigned short", 2, "0", "{0}", "int",
                      "(unsigned short)({0} * 2)",
                      "(unsigned short)({0} + {1})",
                    fill="9"),
    "uchar": Element("unsigned char", 1, "0", "{0}", "int",
                     "(unsigned char)({0} + 7)", "(unsigned char)({0} ^ {1})",
                    fill="200"),
    "long": Element("long long", 8, "0", "(int){0}", "int", "{0} * 5 - 1",
                    "{0} - {1}",
                    fill="-11"),
    "int4": Element("int4", 16, "make_int4(0, 0, 0, 0)",
                    "({0}.x + {0}.y * 3 - {0}.z + {0}.w * 5)", "int",
                    fill="make_int4(1, 2, 3, 4)"),
    "float2": Element("float2", 8, "make_float2(0.0f, 0.0f)",
                      "({0}.x - {0}.y * 0.5f)", "float",
                    fill="make_float2(1.0f, -2.0f)"),
    "float4": Element("float4", 16, "make_float4(0.0f, 0.0f, 0.0f, 0.0f)",
                      "({0}.x + {0}.y * 0.5f - {0}.z + {0}.w * 0.25f)",
                      "float",
                    fill="make_float4(1.0f, 2.0f, 3.0f, 4.0f)"),
}

#  acc = mix(acc, x): the order of the tiles must show in every bit.
MIX = {"float": "acc * 0.5f + {0}", "double": "acc * 0.5 + {0}",
       "int": "acc * 3 + {0}"}
