# What every target of gpuxfer is compiled with; nothing that it links to.
# Designated initializers leave defaults to members on purpose; -Wrestrict is wrong about std::string in GCC 12 (bug 105651).
add_library(gpuxfer_flags INTERFACE)
set(gpuxfer_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
                     -Wno-restrict -Werror)
target_compile_options(gpuxfer_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${gpuxfer_warnings}>")
if(GPUXFER_SANITIZE)
  set(gpuxfer_sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(gpuxfer_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${gpuxfer_sanitizers}>")
  target_link_options(gpuxfer_flags INTERFACE ${gpuxfer_sanitizers})
endif()
if(GPUXFER_FUZZ)
  target_compile_options(gpuxfer_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize-coverage=trace-pc,trace-cmp>)
endif()
