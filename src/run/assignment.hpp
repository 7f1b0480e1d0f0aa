#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gpuxfer::run {

/// Gives each rank one GPU: a maximum matching of ranks to distinct UUIDs, in rank order (augmenting paths),
/// so that it is right under any mixture of visibility masks and needs no host names and no local ranks. A
/// pure function, the same on every rank. Source: Kuhn (1955), "The Hungarian method for the assignment
/// problem", in its unweighted form.
///
/// `visible[i]` holds the UUIDs that the i-th rank that needs a GPU sees, in its runtime's order. Returns,
/// for each, an index into its own list. With `share`, where there are fewer GPUs than ranks, each GPU takes
/// the fewest ranks that suffice; else throws MachineError
/// ("at least N GPUs required, M distinct visible").
std::vector<std::size_t> assign_gpus(const std::vector<std::vector<std::string>>& visible, bool share);

}  // namespace gpuxfer::run
