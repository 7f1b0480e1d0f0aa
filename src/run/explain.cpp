#include "run/explain.hpp"

namespace gpuxfer::run {

void explain(const comm::Communicator& comm, int leader, Pair* pair, const std::vector<Mode>& modes,
             std::vector<Row>& rows) {
  std::vector<Explanation> found;
  if (pair != nullptr) found = pair->explain();
  if (leader != 0 && comm.rank() == leader) comm.send_text(encode(found), 0);
  if (comm.rank() != 0) return;
  if (leader != 0) found = decode_explanations(comm.receive_text(leader));
  std::vector<std::string> names;
  for (const Mode& mode : modes) names.push_back(mode.name);
  fill_in(rows, names, found);
}

}  // namespace gpuxfer::run
