"""What OpenAPI cannot say of the description: which names of a query belong to which bodies."""
import schemathesis


@schemathesis.hook
def before_call(context, case, options):
    # A request that is meant to be wrong stays as it is.
    if case.media_type and case.query and case.meta and case.meta.generation.mode.is_positive:
        is_order = case.media_type == "application/json"
        is_one = is_order and isinstance(case.body, dict) and "items" not in case.body
        case.query = {name: value for name, value in case.query.items() if (is_one if name == "wait" else not is_order)}
