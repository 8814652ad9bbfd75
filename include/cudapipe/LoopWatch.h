//===- cudapipe/LoopWatch.h - How long each loop takes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that takes too long is run again without the loop that is to blame:
// one thread works, another may look at any time.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LOOPWATCH_H
#define CUDAPIPE_LOOPWATCH_H

#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace cudapipe {

/// Loops go by LoopReport::Ordinal.
class LoopWatch {
public:
  /// \p TooLong are left alone: each took too much of \p Seconds.
  LoopWatch(unsigned Seconds, std::set<unsigned> TooLong)
      : Seconds(Seconds), TooLong(std::move(TooLong)) {}

  const unsigned Seconds;
  const std::set<unsigned> TooLong;

  /// The calling thread works on \p Loop until the end of its scope.
  class Scope {
  public:
    Scope(LoopWatch *Watch, unsigned Loop);
    ~Scope();
    Scope(const Scope &) = delete;

  private:
    LoopWatch *Watch;
    unsigned Loop;
    double Start;
  };

  /// The calling thread works on all loops once more, for another form of
  /// them: who takes long is seen in each round.
  void startRound();
  /// The processor time of the thread when its round began, what the file took
  /// to be read included; none as long as no loop was worked on.
  std::optional<double> roundStart() const;
  /// The processor time that the file took to be read, in seconds; none as
  /// long as no loop was worked on.
  std::optional<double> readIn() const;
  /// The loop that had the most processor time in this round, if that is a good
  /// part of Seconds; \p Now, of the thread that works: all that it had.
  std::optional<unsigned> slowest(double Now) const;

private:
  mutable std::mutex Lock;
  std::optional<double> ReadIn;
  double RoundStart = 0;
  std::map<unsigned, double> Spent;
  std::optional<std::pair<unsigned, double>> Current;
};

} // namespace cudapipe

#endif // CUDAPIPE_LOOPWATCH_H
