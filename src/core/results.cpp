#include "core/results.hpp"

namespace gpuxfer {

std::string to_string(Stop stop) {
  switch (stop) {
    case Stop::converged:
      return "converged";
    case Stop::capped:
      return "capped";
    case Stop::fixed:
      return "fixed";
    case Stop::blocks:
      return "blocks";
  }
  return "";
}

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::same:
      return "same";
    case Verdict::unclear:
      return "unclear";
  }
  return "";
}

}  // namespace gpuxfer
