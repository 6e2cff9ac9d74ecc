from flask import Blueprint

blueprint = Blueprint("new_game", __name__, url_prefix="/pad/<address>")


@blueprint.get("/xnew")
def ask():
    return ""
