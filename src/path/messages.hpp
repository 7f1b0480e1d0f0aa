#pragma once

#include "path/path.hpp"

/// MPI between `plan`'s ends on a slot of `layout`, which lies in the device's memory or mirrors it
/// elsewhere.
namespace gpuxfer::path {

inline void send(const Plan& plan, const device::SlotLayout& layout, int slot) {
  plan.comm->send(at(layout, slot), layout.bytes, plan.peer, comm::Tag::message, plan.datatype);
}

inline void receive(const Plan& plan, const device::SlotLayout& layout, int slot) {
  plan.comm->receive(at(layout, slot), layout.bytes, plan.peer, comm::Tag::message, plan.datatype);
}

inline MPI_Request post_send(const Plan& plan, const device::SlotLayout& layout, int slot) {
  return plan.comm->post_send(at(layout, slot), layout.bytes, plan.peer, comm::Tag::message, plan.datatype);
}

inline MPI_Request post_receive(const Plan& plan, const device::SlotLayout& layout, int slot) {
  return plan.comm->post_receive(at(layout, slot), layout.bytes, plan.peer, comm::Tag::message,
                                 plan.datatype);
}

}  // namespace gpuxfer::path
